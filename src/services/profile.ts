import type { Call } from './client.ts';
import type { Config } from './config.ts';
import { searchProfile } from './endpoints/profiles.ts';
import { LoyaltyError } from './errors.ts';
import { record, text } from './read.ts';
import type { TokenCache } from './tokens/cache.ts';

/** Finds the customer's profile: a setting, or asked once (spec 4.6 search-profile) and kept with the token. */
export function profileFinder(
  { profileId, customer }: Config,
  cache: TokenCache,
  call: Call,
): () => Promise<string> {
  let inFlight: Promise<string> | undefined;

  async function search(): Promise<string> {
    if (!('id' in customer) || !customer.id) {
      throw new LoyaltyError(
        'invalid_config',
        'Set profile-id, or customer-id, so that the profile can be found.',
      );
    }
    const reply = await call(searchProfile, { identifier: customer.id });
    const id = text(record(record(reply).data).id);
    if (!id) throw new LoyaltyError('bad_response', 'The profile came without an id.');
    const kept = cache.read();
    if (kept) cache.write({ ...kept, profileId: id });
    return id;
  }

  return () => {
    const known = profileId ?? cache.read()?.profileId;
    if (known) return Promise.resolve(known);
    inFlight ??= search().finally(() => (inFlight = undefined));
    return inFlight;
  };
}
