import {
  base64url,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { ProofRefused } from './proof.ts';

const BEARER = /^Bearer +([\w-]{1,3000}\.[\w-]{1,8000}\.[\w-]{0,2000})$/i;
/** Clocks of the shop and the proxy differ by seconds. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** The token of a request if its issuer is this one; `undefined` where another proof has to check it. */
export function tokenFrom(headers: Headers, issuer: string): string | undefined {
  const token = BEARER.exec(headers.get('Authorization') ?? '')?.[1];
  if (token === undefined) return undefined;
  try {
    return decodeJwt(token).iss === issuer ? token : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What identifies a token: the text that its issuer signed. The signature can be written in other ways and stays valid, such as with n − s in
 * place of s on an elliptic curve.
 */
export const signedPartOf = (token: string): string => token.slice(0, token.lastIndexOf('.'));

/** Whether every part is the one text for its bytes: decoders ignore the unused bits of the last character. */
function isCanonical(token: string): boolean {
  try {
    return token.split('.').every((part) => base64url.encode(base64url.decode(part)) === part);
  } catch {
    return false;
  }
}

/** Failures to load the issuer's keys: the token may be valid. */
const UNAVAILABLE: readonly string[] = [errors.JWKSTimeout.code, errors.JWKSInvalid.code];

/** The claims of a valid token. @throws ProofRefused for any other token */
export async function verifyToken(
  token: string,
  key: JWTVerifyGetKey | Uint8Array,
  now: () => number,
  options: JWTVerifyOptions & { readonly algorithms: string[] },
): Promise<JWTPayload & { readonly exp: number }> {
  const common = {
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: new Date(now()),
    ...options,
    requiredClaims: ['exp', 'iat', ...(options.requiredClaims ?? [])],
  };
  try {
    if (!isCanonical(token)) throw new ProofRefused();
    const { payload } =
      typeof key === 'function' ? await jwtVerify(token, key, common) : await jwtVerify(token, key, common);
    const { exp = 0, iat = 0 } = payload;
    if (iat * 1_000 > now() + CLOCK_TOLERANCE_SECONDS * 1_000) throw new ProofRefused();
    return { ...payload, exp };
  } catch (error) {
    if (error instanceof errors.JOSEError && !UNAVAILABLE.includes(error.code)) throw new ProofRefused();
    throw error;
  }
}

/** A claim that is a text, or a number as its text; empty for anything else. */
export const claimText = (value: unknown): string =>
  typeof value === 'string' ? value : Number.isSafeInteger(value) ? String(value) : '';
