import { expect, html } from '@open-wc/testing';
import type { LitElement, TemplateResult } from 'lit';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import {
  claimableProfileBenefits,
  estimateIncentives,
  listItemReservations,
  listItems,
  profileAchievements,
  profileBalances,
  profileBenefits,
  profileCredits,
  profileDates,
  profileIdentities,
  profileLedgers,
  profileLists,
  profileListShares,
  profileRewards,
  profileTier,
  profileTransactionClaims,
  readListShareWithoutProfile,
  readProfile,
  readProfileList,
  rewardDefinitions,
  tierDefinitions,
} from '../../../src/services/contract/endpoints/index.ts';
import type { AnyEndpoint } from '../../support/component-answers.ts';
import { failOnUncaughtErrors } from '../../support/component-hostile.ts';
import { pointEntries, sampleMember, SHARE, type Member } from '../../support/component-member.ts';
import { everythingIn, loaded, openService, page, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

/** Words of JavaScript that a shopper must not see. */
const PROGRAM_WORDS = /undefined|\bnull\b|NaN|\[object|Infinity|Invalid Date/;

const WRONG_KINDS: readonly unknown[] = [
  null,
  true,
  5,
  -5.5,
  1e300,
  '',
  ' ',
  'x'.repeat(10_000),
  [],
  {},
  [[]],
  { toString: 1 },
  '-1',
  '9'.repeat(400),
  '2024-13-45',
  '\u0000',
];

/** Path of every value in a record. */
function places(wire: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof wire !== 'object' || wire === null) return [path];
  return [path, ...Object.entries(wire).flatMap(([key, value]) => places(value, [...path, key]))];
}

function replaced(wire: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(wire)
    ? [...wire]
    : { ...(wire as object) };
  (copy as Record<string | number, unknown>)[key] = replaced((wire as never)[key], rest, value);
  return copy;
}

type Reload = (provider: LoyaltyProvider) => Promise<unknown>;
const refresh: Reload = (provider) => provider.refresh();

/** An element reads the giver's own reservations once. */
async function replaceElement(provider: LoyaltyProvider): Promise<void> {
  const [element] = provider.children;
  const fresh = element!.cloneNode() as LitElement;
  element!.replaceWith(fresh);
  await loaded(fresh);
}

/** Each endpoint that elements read, and the elements that show what it answers. */
const READ: readonly (readonly [AnyEndpoint, TemplateResult, Reload?])[] = [
  [
    profileBalances,
    html`<loyalty-balance></loyalty-balance><loyalty-balance variant="card"></loyalty-balance>
      <loyalty-status></loyalty-status><loyalty-rewards expanded></loyalty-rewards>
      <loyalty-redeem expanded></loyalty-redeem>`,
  ],
  [
    profileTier,
    html`<loyalty-tier expanded></loyalty-tier><loyalty-status></loyalty-status
      ><loyalty-panel></loyalty-panel>`,
  ],
  [readProfile, html`<loyalty-card></loyalty-card>`],
  [profileIdentities, html`<loyalty-card namespace="loyalty-card"></loyalty-card>`],
  [tierDefinitions, html`<loyalty-status></loyalty-status>`],
  [
    rewardDefinitions,
    html`<loyalty-rewards expanded></loyalty-rewards><loyalty-rewards layout="cards"></loyalty-rewards>`,
  ],
  [
    profileRewards,
    html`<loyalty-rewards use-button expanded></loyalty-rewards>
      <loyalty-rewards layout="cards"></loyalty-rewards><loyalty-redeem expanded></loyalty-redeem>`,
  ],
  [profileBenefits, html`<loyalty-benefits expanded></loyalty-benefits>`],
  [claimableProfileBenefits, html`<loyalty-benefits expanded></loyalty-benefits>`],
  [
    profileAchievements,
    html`<loyalty-achievements expanded></loyalty-achievements><loyalty-earn></loyalty-earn>`,
  ],
  [profileDates, html`<loyalty-dates expanded></loyalty-dates>`],
  [profileTransactionClaims, html`<loyalty-receipt expanded></loyalty-receipt>`],
  [profileLedgers, html`<loyalty-history></loyalty-history>`],
  [profileCredits, html`<loyalty-credits expanded></loyalty-credits>`],
  [
    estimateIncentives,
    html`<loyalty-earn></loyalty-earn><loyalty-earn product-id="product-1" price="89"></loyalty-earn>`,
  ],
  [
    listItems,
    html`<loyalty-wishlist move-to-cart expanded></loyalty-wishlist>
      <loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>
      <loyalty-wishlist-count></loyalty-wishlist-count>
      <loyalty-registry list="our-wedding" expanded></loyalty-registry>`,
  ],
  [profileLists, html`<loyalty-lists registries expanded></loyalty-lists>`],
  [readProfileList, html`<loyalty-registry list="our-wedding" expanded></loyalty-registry>`],
  [
    profileListShares,
    html`<loyalty-share list="our-wedding"></loyalty-share>
      <loyalty-registry list="our-wedding" expanded></loyalty-registry>`,
  ],
  [
    readListShareWithoutProfile,
    html`<loyalty-shared-list share=${SHARE} expanded></loyalty-shared-list>
      <loyalty-shared-list share="guide-share" expanded></loyalty-shared-list>`,
  ],
  [
    listItemReservations,
    html`<loyalty-shared-list share=${SHARE} expanded></loyalty-shared-list>`,
    replaceElement,
  ],
];

/** A member with few records of each kind: every value of them is replaced in turn. */
function memberWithFewRecords(): Member {
  const member = sampleMember();
  member.definitions = member.definitions.slice(3);
  member.items = member.items!.slice(0, 1);
  member.pointEntries = pointEntries(2);
  member.credits = member.credits.slice(0, 1);
  const [registry, guide] = member.lists;
  registry!.items = registry!.items.slice(0, 1);
  guide!.items = guide!.items.slice(0, 1);
  registry!.reservations[0] = { ...registry!.reservations[0]!, profile_id: member.profileId };
  return member;
}

describe('hostile responses', () => {
  failOnUncaughtErrors();

  async function open(content: TemplateResult, prepare: (service: ComponentService) => void = () => {}) {
    const member = memberWithFewRecords();
    prepare(openService(member));
    const provider = await page(content, member);
    await Promise.all([...provider.children].map((element) => (element as LitElement).updateComplete));
    return provider;
  }

  describe('with a value of a wrong type', () => {
    for (const [endpoint, content, reload = refresh] of READ) {
      it(`anywhere in ${endpoint.method} ${endpoint.path} show no JavaScript words and no element fails`, async () => {
        let usual: unknown;
        let served = 0;
        let tried = 0;
        let path: (string | number)[] = [];
        let wrong: unknown;
        const provider = await open(content, (service) =>
          service.alter(endpoint, (body) => {
            usual ??= body;
            if (path.length) served++;
            return path.length ? replaced(body, path, wrong) : body;
          }),
        );
        await until(() => usual, 'the endpoint is read');
        for (path of places(usual).slice(1)) {
          for (wrong of WRONG_KINDS) {
            tried++;
            await reload(provider);
            await until(() => served >= tried, `the answer with ${path.join('.')}`);
            await Promise.all(
              [...provider.children].map((element) => (element as LitElement).updateComplete),
            );
            for (const element of provider.children) {
              const found = PROGRAM_WORDS.exec(everythingIn(element));
              if (found)
                expect.fail(
                  `${element.localName} says ${found[0]} with ${JSON.stringify(wrong)} at ${path.join('.')}`,
                );
            }
          }
        }
      });
    }
  });

  it('twin: are detected when such a word is on the page', async () => {
    const provider = await open(html`<loyalty-tier></loyalty-tier>`, (service) =>
      service.alter(profileTier, () => ({
        data: { points: 1, definition: { name: 'undefined', points_required: 0 } },
      })),
    );
    const element = await loaded(provider.querySelector('loyalty-tier')!);
    expect(everythingIn(element)).to.match(PROGRAM_WORDS);
  });
});
