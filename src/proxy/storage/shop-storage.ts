import { digest } from '../hashes.ts';
import type { Counter, ProxyStorage, TextStore } from './storage.ts';

/** Identifies the shop of a proxy, and is the same on all of its instances. */
export type ShopDigest = () => Promise<string>;

interface Shop {
  /** Of the loyalty service. */
  readonly baseUrl: string;
  readonly platform: string;
  readonly credentials: { readonly clientId: string };
}

/** It has no secret in it: while one is rotated, instances with the old and with the new one share their sessions and limits. */
export function shopDigest({ baseUrl, platform, credentials: { clientId } }: Shop): ShopDigest {
  let known: string | undefined;
  return async () =>
    // Parsed, because the case of a host name makes no other shop.
    (known ??= await digest(JSON.stringify([new URL(baseUrl).href, platform, clientId])));
}

/**
 * The part of a storage that belongs to one shop: every key begins with the digest of the shop. Proxies of different shops, or of production
 * and staging, may have the same Redis; a session, a count or a used code of one of them must mean nothing to another.
 */
export function shopStorage({ texts, counter, shared }: ProxyStorage, shop: ShopDigest): ProxyStorage {
  const own = async (name: string) => `${await shop()}:${name}`;
  const ownTexts: TextStore = {
    get: async (key) => texts.get(await own(key)),
    set: async (key, value, lifetimeMs) => texts.set(await own(key), value, lifetimeMs),
    add: async (key, value, lifetimeMs) => texts.add(await own(key), value, lifetimeMs),
    delete: async (key) => texts.delete(await own(key)),
  };
  return {
    texts: ownTexts,
    counter(limit) {
      let ownCounter: Counter | undefined;
      return {
        async consume(key) {
          const name = await own(limit.name);
          ownCounter ??= counter({ ...limit, name });
          return ownCounter.consume(key);
        },
      };
    },
    shared,
  };
}
