import { signCustomerId, unixSeconds } from '../../src/proxy/signature.ts';
import * as on from '../../src/services/contract/endpoints/index.ts';
import type {
  List,
  ListItem,
  Reservation,
  Share,
  SharedList,
} from '../../src/services/contract/shapes/list.ts';
import type { SampleCustomer } from '../sample/customers.ts';
import type { StorefrontSettings } from './settings.ts';

/** The registry of a customer, as its owner sees it. */
export interface OwnRegistry {
  readonly list: List;
  readonly items: readonly ListItem[];
  /** The handle of its share. */
  readonly link: string;
  /** Who reserved each item, by its id: empty until the day of the registry. */
  readonly givers: ReadonlyMap<number, readonly Reservation[]>;
}

interface Asked {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Without it the link or the secret in the query stands for a token. */
  readonly token?: string;
}

/** What the service refused, in its words. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export type RegistryService = ReturnType<typeof createRegistryService>;

/** Registries over the loyalty service, asked from the shop's server: its pages need no script for them. */
export function createRegistryService(settings: StorefrontSettings) {
  async function ask(endpoint: on.Endpoint, { path = {}, query, body, token }: Asked): Promise<unknown> {
    const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name] ?? '')),
    );
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const response = await fetch(settings.serviceUrl + filled + search, {
      method: endpoint.method,
      headers: {
        Accept: 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    const reply = (text ? JSON.parse(text) : {}) as {
      data?: unknown;
      message?: string;
      errors?: Readonly<Record<string, readonly string[]>>;
    };
    if (response.ok) return reply.data;
    throw new Refused(response.status, Object.values(reply.errors ?? {})[0]?.[0] ?? reply.message ?? '');
  }

  /** A token of the customer, and the profile that it is for. */
  async function asCustomer({ id }: SampleCustomer) {
    const { platform, platformVersion, secret } = settings;
    const signedAt = new Date();
    const signature = signCustomerId(id, secret, { signedAt });
    const { token } = (await ask(on.storefrontToken, {
      path: { storefront_platform: platform, version: platformVersion },
      body: { id, signature, signed_at: unixSeconds(signedAt) },
    })) as { token: string };
    const profile = (await ask(on.searchProfile, { path: { identifier: id }, token })) as { id: string };
    return { token, profile: profile.id };
  }

  return {
    /** The customer's registry; undefined before there is one. */
    async ofOwner(customer: SampleCustomer): Promise<OwnRegistry | undefined> {
      const { token, profile } = await asCustomer(customer);
      const lists = (await ask(on.profileLists, {
        ...{ path: { profile }, query: { 'filter[type]': 'registry' }, token },
      })) as List[];
      const list = lists.at(-1);
      if (!list) return undefined;
      const path = { profile, list: list.id };
      const [items, shares] = await Promise.all([
        ask(on.listItems, { path, query: { 'page[size]': '100' }, token }) as Promise<ListItem[]>,
        ask(on.profileListShares, { path, token }) as Promise<Share[]>,
      ]);
      const givers = await Promise.all(
        items.map(
          async ({ id }) =>
            [
              id,
              (await ask(on.listItemReservations, { path: { itemId: id }, token })) as Reservation[],
            ] as const,
        ),
      );
      return { list, items, link: shares[0]?.handle ?? '', givers: new Map(givers) };
    },

    async make(customer: SampleCustomer, { name, day }: { readonly name: string; readonly day: string }) {
      const { token, profile } = await asCustomer(customer);
      const handle = `registry-${Date.now().toString(36)}`;
      const body = { type: 'registry', handle, name, ...(day && { event_at: day }) };
      await ask(on.addList, { path: { profile }, body, token });
      await ask(on.addProfileListShare, { path: { profile, list: handle }, body: {}, token });
    },

    async wish(customer: SampleCustomer, list: string, product_id: string, quantity: number) {
      const { token, profile } = await asCustomer(customer);
      await ask(on.addListItem, { path: { profile, list }, body: { product_id, quantity }, token });
    },

    /** Throws `Refused` with 409 while givers reserved it, unless that is confirmed. */
    async remove(customer: SampleCustomer, list: string, item: string, isConfirmed: boolean) {
      const { token, profile } = await asCustomer(customer);
      const query = isConfirmed ? { query: { confirm: 'true' } } : {};
      await ask(on.removeListItem, { path: { profile, list, item }, token, ...query });
    },

    /** A registry by its link, for everybody who has that. */
    shared: async (link: string) =>
      (await ask(on.readListShareWithoutProfile, { path: { handle: link } })) as SharedList,

    /** The answer has the secret of the reservation. */
    reserve: async (
      link: string,
      itemId: string,
      body: { readonly name: string; readonly quantity: number },
    ) =>
      (await ask(on.addListItemReservation, {
        path: { itemId },
        query: { share: link },
        body,
      })) as Reservation,

    reservation: async ({ item, id, secret }: Reserved) =>
      (await ask(on.readListItemReservation, {
        path: { itemId: item, reservationId: id },
        query: { secret },
      })) as Reservation,

    async buy({ item, id, secret }: Reserved) {
      const body = { status: 'purchased' };
      await ask(on.editListItemReservation, {
        path: { itemId: item, reservationId: id },
        query: { secret },
        body,
      });
    },

    async undo({ item, id, secret }: Reserved) {
      await ask(on.deleteListItemReservation, {
        path: { itemId: item, reservationId: id },
        query: { secret },
      });
    },
  };
}

/** What a giver has of a reservation. */
export interface Reserved {
  readonly item: string;
  readonly id: string;
  readonly secret: string;
}
