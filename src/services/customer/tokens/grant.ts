import { record } from '../../transport/read.ts';

export interface Grant {
  readonly token: string | undefined;
  /** `undefined` where the answer does not say. */
  readonly lifetimeMs: number | undefined;
}

/**
 * Reads what the token endpoint of spec 5.1 answers, of which nothing is shown: ASSUMPTION G14. The names are those of RFC 6749
 * 5.1, then where the storefront endpoint has its token (5.3), then where the proxy has it (5.4).
 */
export function readGrant(reply: unknown): Grant {
  const { access_token, data, token, expires_in } = record(reply);
  const seconds = Number(expires_in);
  return {
    token: [access_token, record(data)['token'], token].find(
      (one) => typeof one === 'string' && one !== '',
    ) as string | undefined,
    lifetimeMs: seconds > 0 ? seconds * 1_000 : undefined,
  };
}
