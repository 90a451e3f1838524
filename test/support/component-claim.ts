import { html } from '@open-wc/testing';
import { claimReward } from '../../src/services/contract/endpoints/index.ts';
import { sampleMember } from './component-member.ts';
import { button, loaded, openService, page, part, parts, shownText, until } from './component-page.ts';

/** A page with rewards, a balance and an input to focus, and the steps of a claim. */
export async function openRewards({
  layout = 'list',
  owned = true,
}: { layout?: 'list' | 'cards'; owned?: boolean } = {}) {
  // Loaded before the first claim, whose answer does not wait for this file.
  await import('../../src/components/claims/claim-moment.ts');
  const member = sampleMember();
  member.definitions.forEach((reward) => (reward['short_description'] = 'On your next order'));
  if (!owned) member.rewards = [];
  const service = openService(member);
  const provider = await page(
    html`<loyalty-balance></loyalty-balance><loyalty-rewards layout=${layout}></loyalty-rewards
      ><input aria-label="Search" />`,
    member,
  );
  const element = await loaded(provider.querySelector('loyalty-rewards')!);
  await until(() => layout === 'list' || part(element, 'card'), 'the cards');
  const balanceElement = await loaded(provider.querySelector('loyalty-balance')!);
  const claims = () => service.seen(claimReward);
  return {
    member,
    service,
    provider,
    element,
    claims,
    keys: () => claims().map(({ headers }) => headers.get('Idempotency-Key')),
    balance: () => shownText(balanceElement),
    status: () => shownText(element.shadowRoot!.querySelector('[role=status]')!),
    async ask(name = 'Ten euros off'): Promise<void> {
      button(element, `Claim ${name}`)!.click();
      // The element requests this file first. A claim does not wait for it, and a script is faster than a shopper.
      await import('../../src/components/claims/claim-moment.ts');
      await until(() => part(element, 'confirm-button'), 'the question');
    },
    async confirm(): Promise<void> {
      part(element, 'confirm-button')!.click();
      await element.updateComplete;
    },
    failed: () => until(() => element.shadowRoot!.querySelector('[role=alert]'), 'the reason'),
    done: () => until(() => !parts(element, 'confirm-button').length, 'the outcome'),
  };
}

const TENANT_FILE = Symbol.for('loyalty-elements tenant');

/** Opens a page whose tenant file says that the service honours idempotency keys. */
export const withHonouredKeys = <T>(open: () => Promise<T>): Promise<T> =>
  withTenantFile({ idempotency: { honoured: true } }, open);

/** Opens a page with a tenant file. */
export async function withTenantFile<T>(file: object, open: () => Promise<T>): Promise<T> {
  Reflect.set(globalThis, TENANT_FILE, file);
  try {
    return await open();
  } finally {
    Reflect.deleteProperty(globalThis, TENANT_FILE);
  }
}
