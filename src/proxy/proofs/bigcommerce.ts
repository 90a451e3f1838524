import {
  alwaysVerifiedWarning,
  isEmailVerified,
  verifiedEmail,
  type EmailVerified,
} from '../directory/verified-email.ts';
import { claimText, signedPartOf, tokenFrom, verifyToken } from './json-web-token.ts';
import { describeProof, ProofRefused, type CustomerProof } from './proof.ts';

export interface BigcommerceProofSettings {
  /** The hash of the store, as in the path of its API: `abc123`. */
  readonly storeHash: string;
  /** Client id and secret of the app for which the page requests `/customer/current.jwt`. */
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * `always`: the store lets nobody sign in before the e-mail address is verified; its tokens never say so. Default `claimed`: only an address
   * beside which `email_verified` is true.
   */
  readonly emailVerified?: EmailVerified | undefined;
  readonly now?: (() => number) | undefined;
}

const ISSUER = 'bc/apps';
/** The store signs with the app's secret. Any other algorithm would read the secret as another kind of key, or need none. */
const ALGORITHMS = ['HS256', 'HS384', 'HS512'];

/** The current-customer token of a BigCommerce store, sent by the page as a bearer token. */
export function bigcommerceProof({
  storeHash,
  clientId,
  clientSecret,
  emailVerified,
  now = Date.now,
}: BigcommerceProofSettings): CustomerProof {
  const key = new TextEncoder().encode(clientSecret);
  const vouches = emailVerified === 'always';
  return {
    name: 'BigCommerce current customer',
    ...(vouches && { warning: alwaysVerifiedWarning('store', 'BIGCOMMERCE_EMAIL_VERIFIED') }),
    async verify({ headers }) {
      const token = tokenFrom(headers, ISSUER);
      if (token === undefined) return undefined;
      const claims = await verifyToken(token, key, now, {
        algorithms: ALGORITHMS,
        issuer: ISSUER,
        audience: clientId,
        subject: storeHash,
      });
      // The same secret signs other tokens of the app, such as those that open it in the control panel.
      if (claims['operation'] !== 'current_customer') throw new ProofRefused();
      const customer = Object(claims['customer']) as Record<string, unknown>;
      const id = claimText(customer['id']);
      if (id === '' || id === '0') throw new ProofRefused();
      return {
        id,
        email: verifiedEmail(customer, vouches),
        firstName: '',
        lastName: '',
        once: { key: signedPartOf(token), until: claims.exp * 1_000 },
      };
    },
  };
}

export const bigcommerce = describeProof({
  needed: {
    BIGCOMMERCE_STORE_HASH: {
      about: 'customers by the current-customer token of BigCommerce: hash of the store',
      format: {
        isValid: (value) => /^[a-z\d]+$/.test(value),
        requirement: 'must be the hash of the store, as in the path of its API: abc123.',
      },
    },
    BIGCOMMERCE_CLIENT_ID: { about: 'client id of the app' },
    BIGCOMMERCE_CLIENT_SECRET: { about: 'client secret of the app' },
  },
  optional: {
    BIGCOMMERCE_EMAIL_VERIFIED: {
      about: 'always: e-mails count, for a store that verifies each before a customer signs in (claimed)',
      format: {
        isValid: isEmailVerified,
        requirement: 'must be always, for a store that verifies every address, or claimed.',
      },
    },
  },
  create: (values) =>
    bigcommerceProof({
      storeHash: values.BIGCOMMERCE_STORE_HASH,
      clientId: values.BIGCOMMERCE_CLIENT_ID,
      clientSecret: values.BIGCOMMERCE_CLIENT_SECRET,
      emailVerified: values.BIGCOMMERCE_EMAIL_VERIFIED as EmailVerified | undefined,
    }),
});
