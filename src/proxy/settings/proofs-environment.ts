import { HEADER_NAME_FORMAT } from '../../services/transport/formats.ts';
import type { FindCustomer } from '../directory/find-customer.ts';
import { isPlatformAddress } from '../directory/platform.ts';
import type { EmailVerified } from '../directory/verified-email.ts';
import { bigcommerceProof } from '../proofs/bigcommerce.ts';
import { openidProof } from '../proofs/openid.ts';
import { ownSessionProof } from '../proofs/own-session.ts';
import type { CustomerProof } from '../proofs/proof.ts';
import { SHOPIFY_SHOP, shopifyProof } from '../proofs/shopify.ts';

type ReadText = (name: string) => string | undefined;

/** The variables, for `--help` and for the guide. */
export const PROOF_VARIABLES: Readonly<Record<string, string>> = {
  SHOPIFY_SHOP: 'customers of a Shopify app proxy: permanent name of the shop, acme.myshopify.com',
  SHOPIFY_APP_SECRET: 'secret of the app with the app proxy',
  BIGCOMMERCE_STORE_HASH: 'customers by the current-customer token of BigCommerce: hash of the store',
  BIGCOMMERCE_CLIENT_ID: 'client id of the app',
  BIGCOMMERCE_CLIENT_SECRET: 'client secret of the app',
  BIGCOMMERCE_EMAIL_VERIFIED:
    'always: e-mails count, for a store that verifies each before a customer signs in (claimed)',
  OIDC_ISSUER: 'customers by tokens of an OpenID provider: iss of the tokens, exactly',
  OIDC_AUDIENCE: 'aud of the tokens',
  OIDC_JWKS_URL: "address of the provider's keys",
  OIDC_TOKEN: 'id or access: which tokens pages send (id)',
  OIDC_CUSTOMER_CLAIM: 'claim with the customer id of the platform (sub)',
  OIDC_EMAIL_VERIFIED:
    'always: e-mails count without email_verified, for a provider that never sends it (claimed)',
  OIDC_NONCE_COOKIE: 'cookie in which the sign-in of the shop stores the nonce of the ID token',
  PLATFORM_SESSION_URL: "customers by the shop's own session: answers with the customer or 401 (GET)",
  PLATFORM_SESSION_COOKIES: 'names of the cookies that are passed on, separated by commas',
  PLATFORM_SESSION_HEADER: 'or: name of the header that is passed on',
};

/** The variables of each proof that belong together: with one of them, all are needed. */
const TOGETHER: readonly (readonly string[])[] = [
  ['SHOPIFY_SHOP', 'SHOPIFY_APP_SECRET'],
  ['BIGCOMMERCE_STORE_HASH', 'BIGCOMMERCE_CLIENT_ID', 'BIGCOMMERCE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_AUDIENCE', 'OIDC_JWKS_URL'],
];
/** Variables that change a proof, by the one that turns it on. */
const NEEDED_BY: Readonly<Record<string, string>> = {
  BIGCOMMERCE_EMAIL_VERIFIED: 'BIGCOMMERCE_STORE_HASH',
  OIDC_TOKEN: 'OIDC_ISSUER',
  OIDC_CUSTOMER_CLAIM: 'OIDC_ISSUER',
  OIDC_EMAIL_VERIFIED: 'OIDC_ISSUER',
  OIDC_NONCE_COOKIE: 'OIDC_ISSUER',
  PLATFORM_SESSION_COOKIES: 'PLATFORM_SESSION_URL',
  PLATFORM_SESSION_HEADER: 'PLATFORM_SESSION_URL',
};

const isEmailVerified = (value: string): value is EmailVerified => value === 'claimed' || value === 'always';
const COOKIE_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** The formats that each variable must have, with the sentence for one that has not. Values are not repeated: they may be secrets. */
const FORMATS: readonly (readonly [
  name: string,
  isValid: (value: string) => boolean,
  requirement: string,
])[] = [
  [
    'SHOPIFY_SHOP',
    (value) => SHOPIFY_SHOP.test(value),
    'must be the permanent name of the shop, not its own domain: acme.myshopify.com.',
  ],
  [
    'BIGCOMMERCE_STORE_HASH',
    (value) => /^[a-z\d]+$/.test(value),
    'must be the hash of the store, as in the path of its API: abc123.',
  ],
  [
    'OIDC_JWKS_URL',
    isPlatformAddress,
    'must be an https address, such as https://id.shop.example/.well-known/jwks.json.',
  ],
  [
    'BIGCOMMERCE_EMAIL_VERIFIED',
    isEmailVerified,
    'must be always, for a store that verifies every address, or claimed.',
  ],
  ['OIDC_TOKEN', (value) => value === 'id' || value === 'access', 'must be id or access.'],
  [
    'OIDC_EMAIL_VERIFIED',
    isEmailVerified,
    'must be always, for a provider that verifies every address and never sends email_verified, or claimed.',
  ],
  ['OIDC_NONCE_COOKIE', (value) => COOKIE_NAME.test(value), 'must be the name of a cookie.'],
  [
    'PLATFORM_SESSION_URL',
    isPlatformAddress,
    'must be an https address without a user name, such as https://shop.example/api/customers/me.',
  ],
  [
    'PLATFORM_SESSION_COOKIES',
    (value) => namesIn(value).every((name) => COOKIE_NAME.test(name)),
    'must be names of cookies, separated by commas: session_id.',
  ],
  [
    'PLATFORM_SESSION_HEADER',
    (value) => HEADER_NAME_FORMAT.test(value),
    'must be the name of a header: Authorization.',
  ],
];

const namesIn = (list: string): string[] => list.split(/\s*,\s*/).filter(Boolean);

/** Everything that is wrong with the variables of the proofs, each as a sentence that says what to change. */
export function* proofProblems(text: ReadText): Generator<string> {
  for (const names of TOGETHER) {
    const missing = names.filter((name) => text(name) === undefined);
    const [set] = names.filter((name) => text(name) !== undefined);
    if (set !== undefined) for (const name of missing) yield `${name} is missing: ${set} needs it.`;
  }
  for (const [name, needed] of Object.entries(NEEDED_BY))
    if (text(name) !== undefined && text(needed) === undefined) yield `${name} needs ${needed}.`;
  for (const [name, isValid, must] of FORMATS) {
    const value = text(name);
    if (value !== undefined && !isValid(value)) yield `${name} ${must}`;
  }
  if (text('OIDC_NONCE_COOKIE') && text('OIDC_TOKEN') === 'access')
    yield 'OIDC_NONCE_COOKIE needs OIDC_TOKEN=id: an access token has no nonce.';
  if (text('OIDC_EMAIL_VERIFIED') === 'always' && text('OIDC_CUSTOMER_CLAIM') === 'email')
    yield 'OIDC_EMAIL_VERIFIED cannot be always where OIDC_CUSTOMER_CLAIM is email: anybody could register with the address of a customer.';
  if (text('PLATFORM_SESSION_URL') && !text('PLATFORM_SESSION_COOKIES') && !text('PLATFORM_SESSION_HEADER'))
    yield 'PLATFORM_SESSION_URL needs PLATFORM_SESSION_COOKIES or PLATFORM_SESSION_HEADER: what is passed on to it.';
}

/** The proofs that variables turn on, without `proofProblems`. */
export function proofsFrom(text: ReadText, findCustomer: FindCustomer | undefined): CustomerProof[] {
  const proofs: CustomerProof[] = [];
  const shop = text('SHOPIFY_SHOP');
  if (shop) proofs.push(shopifyProof({ shop, secret: text('SHOPIFY_APP_SECRET') ?? '', findCustomer }));
  const storeHash = text('BIGCOMMERCE_STORE_HASH');
  if (storeHash)
    proofs.push(
      bigcommerceProof({
        storeHash,
        clientId: text('BIGCOMMERCE_CLIENT_ID') ?? '',
        clientSecret: text('BIGCOMMERCE_CLIENT_SECRET') ?? '',
        emailVerified: text('BIGCOMMERCE_EMAIL_VERIFIED') as EmailVerified | undefined,
      }),
    );
  const issuer = text('OIDC_ISSUER');
  if (issuer)
    proofs.push(
      openidProof({
        issuer,
        audience: text('OIDC_AUDIENCE') ?? '',
        jwksUrl: text('OIDC_JWKS_URL') ?? '',
        token: text('OIDC_TOKEN') as 'id' | 'access' | undefined,
        customerClaim: text('OIDC_CUSTOMER_CLAIM'),
        emailVerified: text('OIDC_EMAIL_VERIFIED') as EmailVerified | undefined,
        nonceCookie: text('OIDC_NONCE_COOKIE'),
      }),
    );
  const url = text('PLATFORM_SESSION_URL');
  if (url)
    proofs.push(
      ownSessionProof({
        url,
        cookies: namesIn(text('PLATFORM_SESSION_COOKIES') ?? ''),
        header: text('PLATFORM_SESSION_HEADER'),
      }),
    );
  return proofs;
}
