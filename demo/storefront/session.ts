import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { SampleCustomer } from '../sample/customers.ts';
import type { StorefrontSettings } from './settings.ts';

const COOKIE = 'harbour_session';
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

export interface Sessions {
  /** The signed-in customer; undefined for a guest and for a forged or expired cookie. */
  customerOf(context: Context): Promise<SampleCustomer | undefined>;
  signIn(context: Context, customer: SampleCustomer): Promise<void>;
  signOut(context: Context): void;
}

/** Stores the session in a signed cookie, not on the server, so that customers stay signed in after a restart. */
export function createSessions({ secret, publicUrl, customers }: StorefrontSettings): Sessions {
  // Derived for this cookie only, so that a cookie value is never a valid signature for the service, or vice versa.
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
      const [, expiresAt, id] = /^(\d{1,12})\.(.+)$/s.exec(value) ?? [];
      if (!expiresAt || Number(expiresAt) * 1000 < Date.now()) return undefined;
      return customers.find((customer) => customer.id === id);
    },
    async signIn(context, customer) {
      const expiresAt = Math.floor(Date.now() / 1000) + MAX_AGE_SECONDS;
      await setSignedCookie(context, COOKIE, `${expiresAt}.${customer.id}`, key, {
        ...options,
        maxAge: MAX_AGE_SECONDS,
      });
    },
    signOut(context) {
      deleteCookie(context, COOKIE, options);
    },
  };
}
