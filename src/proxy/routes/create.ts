import * as v from 'valibot';
import { createAccount } from '../../services/contract/auth.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { CustomerRefused, emailTaken } from '../directory/directory.ts';
import { jsonAnswer, notFound, Refusal, unavailable } from '../guard/answer.ts';
import { readJsonBody } from '../guard/body.ts';
import { consume } from './limits.ts';

/**
 * `POST /create` (spec 5.4): creates an account for a guest, first on the platform, then as a profile. An e-mail that is in use is
 * refused, and its owner's data is not changed. The answer has no token: a login follows. Unknown fields are ignored, so
 * a caller cannot set a tier or an id.
 */
export async function create(
  { config, directory, profileSync, creations }: Dependencies,
  { request, signal, address }: ProxyRequest,
) {
  const { log } = config;
  if (!directory) throw notFound();
  await consume(creations, address, log);
  const text = await readJsonBody(request, signal);
  const body = v.safeParse(createAccount, text === undefined ? {} : JSON.parse(text));
  if (!body.success) throw invalid(v.flatten(body.issues).nested ?? {});
  const { email, password, first_name, last_name } = body.output;

  try {
    // Checked first: otherwise the platform would have a customer who can never be connected to a profile.
    if (await profileSync.exists(email, signal)) throw emailTaken();
    const customer = await directory.create(
      { email, password, firstName: first_name, lastName: last_name },
      signal,
    );
    const profileId = await profileSync.profileOf(customer, signal);
    return jsonAnswer(200, { data: { profile_id: profileId } });
  } catch (error) {
    if (error instanceof CustomerRefused) throw invalid(error.errors);
    if (error instanceof Refusal) throw error;
    log({ level: 'error', event: 'directory_failed' });
    throw unavailable();
  }
}

const invalid = (errors: Readonly<Record<string, readonly string[] | undefined>>): Refusal =>
  new Refusal(422, 'Some fields aren’t right.', { errors: errors as Record<string, string[]> });
