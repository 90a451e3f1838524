import { describe, expect, it } from 'vitest';
import type { ResourceDefinition } from '../../../../src/services/customer/loyalty.ts';
import { balances } from '../../../../src/services/customer/resources/balances.ts';
import { tiers } from '../../../../src/services/customer/resources/programme.ts';
import { rewards } from '../../../../src/services/customer/resources/rewards.ts';
import { tier } from '../../../../src/services/customer/resources/tier.ts';
import { wishlist } from '../../../../src/services/customer/resources/wishlist.ts';
import { PAGE_PARTS, partAddresses, type PagePart } from '../../../../src/services/transport/page-parts.ts';
import { BASE_URL } from '../../../support/client-fetch.ts';
import { openLoyalty, PROFILE, SIGNED_IN } from '../../../support/client-programme.ts';

const RESOURCES: Readonly<Record<PagePart, ResourceDefinition<unknown>>> = {
  balances,
  tier,
  tiers,
  rewards,
  wishlist,
};

describe('table of page parts', () => {
  it.each(Object.keys(PAGE_PARTS) as PagePart[])(
    'has the addresses that the resource requests, in their order: %s',
    async (part) => {
      const { loyalty, sent } = openLoyalty({}, { ...SIGNED_IN, profileId: PROFILE });
      await loyalty.resource(RESOURCES[part]).refresh();
      const requested = sent.filter(({ method }) => method === 'GET').map(({ url }) => url);
      expect(requested).toEqual(partAddresses(part, PROFILE).map((address) => BASE_URL + address));
    },
  );

  it('encodes the profile id, and refuses one that would change the route', () => {
    expect(partAddresses('balances', 'a b/c')).toEqual(['/v3/profiles/a%20b%2Fc/balances']);
    expect(() => partAddresses('rewards', '..')).toThrow();
  });
});
