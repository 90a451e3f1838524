import { aTimeout, expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { storefrontToken } from '../../../src/services/contract/endpoints/index.ts';
import type { Member } from '../../support/component-member.ts';
import { closeService, everythingIn, page, signIn, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { ALL_READS } from '../../support/component-states.ts';
import {
  elementIn,
  everything,
  expectOnlyBen,
  ADA_DATA,
  openAs,
  openForAdaAndBen,
  shadows,
  switchTo,
  TAGS,
} from '../../support/component-switch.ts';

describe('change of customers', () => {
  let service: ComponentService;
  let ada: Member;
  let ben: Member;

  beforeEach(() => {
    ({ ada, ben, service } = openForAdaAndBen());
  });
  afterEach(closeService);

  it('leaves nothing of the last customer on the page, in the storage of the tab or in announcements', async () => {
    const provider = await openAs(ada);
    await switchTo(provider, ben);
    await expectOnlyBen(provider);
  });

  it('drops late responses for the last customer and aborts their requests', async () => {
    const releases = ALL_READS.map((read) => service.hold(read));
    const provider = await page(everything, ada);
    await until(() => ALL_READS.every((read) => service.seen(read).length), 'requests on their way');
    const late = ALL_READS.flatMap((read) => service.seen(read));
    await switchTo(provider, ben);
    expect(late.map(({ signal }) => signal?.aborted)).to.deep.equal(late.map(() => true));
    for (const release of releases) release();
    await expectOnlyBen(provider);
  });

  it('does not store a late token of the last customer', async () => {
    const release = service.hold(storefrontToken);
    const provider = await page(everything, ada);
    await until(() => service.seen(storefrontToken).length, 'the token request');
    await switchTo(provider, ben);
    release();
    await expectOnlyBen(provider);
  });

  it('to a guest signs out every element and clears the storage of the tab', async () => {
    const provider = await openAs(ada);
    await signIn(provider, undefined);
    await until(
      () =>
        // The closed drawer has nothing of a customer, and a shared list is the same for guests.
        TAGS.filter((tag) => tag !== 'loyalty-panel' && tag !== 'loyalty-shared-list').every((tag) =>
          everythingIn(elementIn(provider, tag)).includes('name=signed-out'),
        ),
      'signed out',
    );
    expect(shadows(provider)).not.to.match(ADA_DATA);
    await until(
      () => Object.values(localStorage).join('') === '' && !sessionStorage.length,
      'storage without data',
    );
  });

  it('shows the last customer after several fast changes', async () => {
    const provider = await openAs(ada);
    for (let round = 0; round < 20; round++) {
      void signIn(provider, round % 2 ? ada : ben);
      await aTimeout(round % 5); // overlaps with pending responses
    }
    await switchTo(provider, ben);
    await expectOnlyBen(provider);
  });
});
