import { expect, it } from 'vitest';
import { createCustomEvents } from '../../../src/services/customer/custom-events.ts';
import type { Loyalty } from '../../../src/services/customer/loyalty.ts';
import { later } from '../../support/client-fetch.ts';
import { memoryStorage } from '../../support/client-storage.ts';

/** What custom events need of a customer. `isCurrent` says whether the browser still has it. */
function openCustomer(isCurrent: () => boolean) {
  const sent: string[] = [];
  const answer = later<void>();
  const customer = {
    cache: { owner: 'mara' },
    current: isCurrent,
    profileId: async () => 'profile-1002',
    async call(_: unknown, { body }: { readonly body: { readonly name: string } }) {
      sent.push(body.name);
      await answer.promise;
    },
  };
  return { loyalty: customer as unknown as Loyalty, sent, answer };
}

it.each([
  [true, ['viewed', 'rated']],
  [false, ['viewed']],
])(
  'custom events are sent while the browser has their customer: %s after the first one',
  async (stays, expected) => {
    let isCurrent = true;
    const { loyalty, sent, answer } = openCustomer(() => isCurrent);
    const storage = memoryStorage();
    const events = createCustomEvents(loyalty, { localStorage: storage as unknown as Storage }, () => {});
    events.add('viewed', {});
    events.add('rated', {});
    const sending = events.send();
    await expect.poll(() => sent).toEqual(['viewed']);
    isCurrent = stays;
    answer.resolve();
    await sending;
    expect(sent).toEqual(expected);
  },
);
