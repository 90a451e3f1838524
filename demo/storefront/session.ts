import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { SampleCustomer } from '../sample/customers.ts';
import type { StorefrontSettings } from './settings.ts';

const COOKIE = 'harbour_session';
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

export interface Sessions {
  /** Who is signed in, or undefined for a guest, a forged or an outdated cookie. */
  customerOf(context: Context): Promise<SampleCustomer | undefined>;
  signIn(context: Context, customer: SampleCustomer): Promise<void>;
  signOut(context: Context): void;
}

/** Sessions in a signed cookie: the shop keeps no state, so a restart signs nobody out. */
export function createSessions({ secret, publicUrl, customers }: StorefrontSettings): Sessions {
  // A key of its own: a session can never be taken for a signature of the service, or the other way round.
  const key = createHmac('sha256', secret).update('storefront session cookie').digest();
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
  } as const;
  return {
    async customerOf(context) {
      const value = await getSignedCookie(context, key, COOKIE);
      if (!value) return undefined;
      const [, until, id] = /^(\d{1,12})\.(.+)$/s.exec(value) ?? [];
      if (!until || Number(until) * 1000 < Date.now()) return undefined;
      return customers.find((customer) => customer.id === id);
    },
    async signIn(context, customer) {
      const until = Math.floor(Date.now() / 1000) + MAX_AGE_SECONDS;
      await setSignedCookie(context, COOKIE, `${until}.${customer.id}`, key, {
        ...options,
        maxAge: MAX_AGE_SECONDS,
      });
    },
    signOut(context) {
      deleteCookie(context, COOKIE, options);
    },
  };
}
