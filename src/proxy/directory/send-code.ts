import type { CodeSettings } from '../proofs/code.ts';
import { isPlatformAddress } from './platform.ts';
import { postToPlatform, type PlatformSettings } from './post-to-platform.ts';

export interface SendCodeSettings extends PlatformSettings {
  /** Sends a code to a customer: POST of `{customer_id, email, code, expires_in}`; https. 2xx when it was sent. */
  readonly url: string;
}

/** Has the platform send codes, such as by e-mail. */
export function sendPlatformCode({ url, ...platform }: SendCodeSettings): CodeSettings['sendCode'] {
  if (!isPlatformAddress(url)) throw new TypeError('The address that sends codes must be an https address.');
  const post = postToPlatform(platform);
  return async ({ customer: { id, email }, code, lifetimeMs }, signal) => {
    const body = { customer_id: id, email, code, expires_in: lifetimeMs / 1_000 };
    const { status } = await post(url, body, signal);
    if (status >= 300) throw new Error(`The platform answered with status ${status} and sent no code.`);
  };
}
