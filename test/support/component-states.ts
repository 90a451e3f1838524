import { expect } from '@open-wc/testing';
import type { LitElement, TemplateResult } from 'lit';
import {
  estimateIncentives,
  listItems,
  profileAchievements,
  profileBalances,
  profileLists,
  profileListShares,
  profileCredits,
  profileLedgers,
  profileRewards,
  profileTier,
  readListShareWithoutProfile,
  readProfile,
  readProfileList,
  profileBenefits,
  profileDates,
  profileTransactionClaims,
  tierDefinitions,
} from '../../src/services/contract/endpoints/index.ts';
import type { LoyaltyProvider } from '../../src/index.ts';
import { broken } from './component-answers.ts';
import { Member, sampleMember } from './component-member.ts';
import { loaded, openService, page, until } from './component-page.ts';

export type StateName = 'loading' | 'data' | 'empty' | 'error' | 'signed-out' | 'invalid settings';

/** Endpoints without whose answers the elements that load data stay in their loading state. */
export const READS = [
  profileBalances,
  profileTier,
  profileRewards,
  listItems,
  tierDefinitions,
  profileLedgers,
  profileCredits,
];

/** With those of lists, which need the name of a list or a share. */
export const ALL_READS = [
  ...READS,
  profileLists,
  readProfileList,
  profileListShares,
  readListShareWithoutProfile,
  readProfile,
  profileBenefits,
  profileAchievements,
  profileDates,
  profileTransactionClaims,
  estimateIncentives,
];

/** How to open a page in each state: by responses of the service and settings of the provider, without access to the elements. */
export const STATES: Readonly<Record<StateName, (content: TemplateResult) => Promise<LoyaltyProvider>>> = {
  async loading(content) {
    const member = sampleMember();
    const service = openService(member);
    for (const read of ALL_READS) service.hold(read);
    return page(content, member);
  },
  async data(content) {
    const member = sampleMember();
    openService(member);
    return allLoaded(await page(content, member));
  },
  async empty(content) {
    const member = new Member('1002', 'b'.repeat(64));
    openService(member);
    return allLoaded(await page(content, member));
  },
  async error(content) {
    const member = sampleMember();
    const service = openService(member);
    for (const read of ALL_READS) service.answer(read, broken);
    return allLoaded(await page(content, member));
  },
  async 'signed-out'(content) {
    openService();
    return allLoaded(await page(content));
  },
  async 'invalid settings'(content) {
    openService();
    const { error } = console;
    let written = false;
    console.error = () => (written = true); // settings.test.ts tests its text
    const provider = await page(content, { id: '1001', signature: 'the secret', profileId: '' } as Member);
    await allLoaded(provider);
    await until(() => written, 'the console line');
    console.error = error;
    return provider;
  },
};

async function allLoaded(provider: LoyaltyProvider): Promise<LoyaltyProvider> {
  const elements = [...provider.querySelectorAll<LitElement>('*')].filter(({ localName }) =>
    localName.startsWith('loyalty-'),
  );
  await Promise.all(elements.map(loaded));
  return provider;
}

/** Colours and languages of the surrounding page. */
const PAGES: Readonly<Record<string, () => void>> = {
  'a light page': () => applyColours('#ffffff', '#1c1b1a'),
  'a dark page': () => applyColours('#141312', '#eceae6'),
  'a page from right to left': () => (document.documentElement.dir = 'rtl'),
  'a page with a pale accent': () => applyColours('#ffffff', '#1c1b1a', '#ffd54a'),
};

function applyColours(background: string, color: string, accent?: string): void {
  Object.assign(document.body.style, { background, color });
  if (accent) document.body.style.setProperty('--loyalty-color-on-accent', '#1c1b1a');
  if (accent) document.body.style.setProperty('--loyalty-color-accent', accent);
}

export function plainPage(): void {
  document.body.removeAttribute('style');
  document.documentElement.removeAttribute('dir');
}

/** The first tests of every element: axe finds no violation, in any state, on any page. */
export function isAccessible(content: () => TemplateResult): void {
  describe('is accessible', () => {
    afterEach(plainPage);
    for (const [name, dress] of Object.entries(PAGES)) {
      for (const [state, show] of Object.entries(STATES)) {
        it(`${state}, on ${name}`, async () => {
          dress();
          const provider = await show(content());
          await expect(provider).to.be.accessible();
        });
      }
    }
  });
}
