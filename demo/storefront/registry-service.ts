import { signCustomerId, unixSeconds } from '../../src/proxy/signature.ts';
import type { BodyOf, ReplyOf } from '../../src/services/contract/catalogue.ts';
import type { ListedEndpoint } from '../../src/services/contract/endpoint.ts';
import * as endpoints from '../../src/services/contract/endpoints/index.ts';
import type { List, ListItem, Reservation } from '../../src/services/contract/lists.ts';
import type { CallParameters } from '../../src/services/transport/call.ts';
import { createHttp } from '../../src/services/transport/http.ts';
import { fillPath } from '../../src/services/transport/paths.ts';
import { writeQuery } from '../../src/services/transport/query.ts';
import type { SampleCustomer } from '../sample/customers.ts';
import type { StorefrontSettings } from './settings.ts';

/** The registry of a customer, as its owner sees it. */
export interface OwnRegistry {
  readonly list: List;
  readonly items: readonly ListItem[];
  /** The handle of its share. */
  readonly share: string;
  /** Reservations by item id: none until the day of the registry. */
  readonly reservations: ReadonlyMap<number, readonly Reservation[]>;
}

/** Identifies a reservation and proves that the giver made it. */
export interface ReservationKey {
  readonly item: string;
  readonly id: string;
  readonly secret: string;
}

/** Requests of the gift registry pages, sent by the shop's server, so that these pages need no script. */
export function createRegistryService(settings: StorefrontSettings) {
  const http = createHttp((url, init) => fetch(url, init));

  /** Without a token, for endpoints where the share or the secret in the query gives access. */
  async function call<E extends ListedEndpoint>(
    endpoint: E,
    parameters: CallParameters<E['path'], BodyOf<E>>,
    token?: string,
  ): Promise<ReplyOf<E>> {
    const { query, body } = parameters as CallParameters<string, unknown>;
    const url = settings.serviceUrl + fillPath(endpoint, parameters) + writeQuery(query);
    const authorization = token && `Bearer ${token}`;
    // The reference service answers in the shape of the contract: its own tests check that.
    return (await http({ method: endpoint.method, url, authorization, body })) as ReplyOf<E>;
  }

  /** A token for the customer, and the id of the customer's profile. */
  async function signInAs({ id }: SampleCustomer) {
    const { platform, platformVersion, secret } = settings;
    const signedAt = new Date();
    const signature = signCustomerId(id, secret, { signedAt });
    const { data: granted } = await call(endpoints.storefrontToken, {
      storefront_platform: platform,
      version: platformVersion,
      body: { id, signature, signed_at: unixSeconds(signedAt) },
    });
    const { data: profile } = await call(endpoints.searchProfile, { identifier: id }, granted.token);
    return { token: granted.token, profile: profile.id };
  }

  return {
    /** The customer's registry; undefined before it is created. */
    async readOwn(customer: SampleCustomer): Promise<OwnRegistry | undefined> {
      const { token, profile } = await signInAs(customer);
      const lists = await call(
        endpoints.profileLists,
        { profile, query: { 'filter[type]': 'registry' } },
        token,
      );
      const list = lists.data.at(-1);
      if (!list) return undefined;
      const [items, shares] = await Promise.all([
        call(endpoints.listItems, { profile, list: list.id, query: { 'page[size]': '100' } }, token),
        call(endpoints.profileListShares, { profile, list: list.id }, token),
      ]);
      const reservations = await Promise.all(
        items.data.map(async ({ id }) => {
          const { data } = await call(endpoints.listItemReservations, { itemId: id }, token);
          return [id, data] as const;
        }),
      );
      return {
        list,
        items: items.data,
        share: shares.data[0]?.handle ?? '',
        reservations: new Map(reservations),
      };
    },

    /** A list of the customer, by its handle. */
    async readOwnList(customer: SampleCustomer, list: string) {
      const { token, profile } = await signInAs(customer);
      return (await call(endpoints.readProfileList, { profile, list }, token)).data;
    },

    /** Number of products on a list of the customer. */
    async countItems(customer: SampleCustomer, list: string): Promise<number | undefined> {
      const { token, profile } = await signInAs(customer);
      const { meta } = await call(
        endpoints.listItems,
        { profile, list, query: { 'page[size]': '1' } },
        token,
      );
      return meta?.total;
    },

    async create(customer: SampleCustomer, { name, day }: { readonly name: string; readonly day: string }) {
      const { token, profile } = await signInAs(customer);
      const handle = `registry-${Date.now().toString(36)}`;
      const body = { type: 'registry', handle, name, ...(day && { event_at: day }) };
      await call(endpoints.addList, { profile, body }, token);
      await call(endpoints.addProfileListShare, { profile, list: handle, body: {} }, token);
    },

    async addItem(customer: SampleCustomer, list: string, product_id: string, quantity: number) {
      const { token, profile } = await signInAs(customer);
      await call(endpoints.addListItem, { profile, list, body: { product_id, quantity } }, token);
    },

    /** @throws LoyaltyError `conflict` for an item with reservations, unless the owner confirmed the removal */
    async removeItem(customer: SampleCustomer, list: string, item: string, isConfirmed: boolean) {
      const { token, profile } = await signInAs(customer);
      const query = isConfirmed ? { query: { confirm: 'true' } } : {};
      await call(endpoints.removeListItem, { profile, list, item, ...query }, token);
    },

    /** The registry of a share, for everybody who has its link. */
    readShared: async (share: string) =>
      (await call(endpoints.readListShareWithoutProfile, { handle: share })).data,

    /** The answer contains the secret of the reservation. */
    reserve: async (
      share: string,
      itemId: string,
      body: { readonly name: string; readonly quantity: number },
    ) => (await call(endpoints.addListItemReservation, { itemId, query: { share }, body })).data,

    readReservation: async ({ item, id, secret }: ReservationKey) =>
      (await call(endpoints.readListItemReservation, { itemId: item, reservationId: id, query: { secret } }))
        .data,

    async setPurchased({ item, id, secret }: ReservationKey) {
      await call(endpoints.editListItemReservation, {
        itemId: item,
        reservationId: id,
        query: { secret },
        body: { status: 'purchased' },
      });
    },

    async cancelReservation({ item, id, secret }: ReservationKey) {
      await call(endpoints.deleteListItemReservation, {
        itemId: item,
        reservationId: id,
        query: { secret },
      });
    },
  };
}
