import type { Call } from '../transport/client.ts';
import type { Config } from './config.ts';
import { toLoyaltyError } from '../transport/errors.ts';
import type { Failure } from './mistakes.ts';
import { text } from '../transport/read.ts';
import type { TokenCache } from './tokens/cache.ts';

/** Finds the customer's profile: a setting, or asked once and kept with the token. */
export function profileFinder(
  config: Config | undefined,
  cache: TokenCache,
  call: Call,
  explain: (failure: Failure) => void,
): () => Promise<string> {
  let found: Promise<string> | undefined;

  async function search(): Promise<string> {
    const { findProfile } = await import('./find-profile.ts');
    const profileId = await findProfile(call, config?.customer.id, config?.platform);
    cache.keep({ profileId });
    return profileId;
  }

  return async () =>
    config?.profileId ??
    text(cache.read()?.profileId) ??
    (found ??= search().catch((error: unknown) => {
      found = undefined; // a failure is not remembered
      explain({ step: 'profile', error: toLoyaltyError(error) });
      throw error;
    }));
}
