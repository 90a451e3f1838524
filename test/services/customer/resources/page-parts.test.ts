import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../../src/components/catalogue.ts';
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

const ENDPOINT = 'its endpoint would cost every page about 30 bytes of the file that it loads first';
const ATTRIBUTES = 'its attributes decide what is requested';
const NOTHING = 'it requests nothing that the provider does not request';
/** Why the data of an element is requested only after its file has run. */
const WITHOUT_PARTS: Readonly<Record<string, string>> = {
  account: NOTHING,
  events: NOTHING,
  'wishlist-count': 'it shows the number that an earlier page stored, or what a heart of the page loads',
  achievements: ENDPOINT,
  benefits: ENDPOINT,
  credits: ENDPOINT,
  dates: ENDPOINT,
  lists: ENDPOINT,
  receipt: ENDPOINT,
  earn: ATTRIBUTES,
  history: ATTRIBUTES,
  registry: ATTRIBUTES,
  share: ATTRIBUTES,
  'shared-list': ATTRIBUTES,
};

describe('elements whose data is requested before their file has run', () => {
  it('are all but those for which there is a reason', () => {
    const without = CATALOGUE.filter(({ parts }) => !parts).map(({ name }) => name);
    expect(without.sort()).toEqual(Object.keys(WITHOUT_PARTS).sort());
  });

  it('have parts that the proxy answers in one request', () => {
    const named = CATALOGUE.flatMap(({ parts = [] }) => parts);
    expect(new Set(named)).toEqual(new Set(Object.keys(PAGE_PARTS)));
  });
});

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
