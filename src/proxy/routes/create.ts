import * as v from 'valibot';
import { createAccount } from '../../services/contract/shapes/auth.ts';
import { CustomerRefused, emailTaken } from '../directory/directory.ts';
import { jsonAnswer, Refusal, unavailable } from '../guard/answer.ts';
import { readJsonBody } from '../guard/json-body.ts';
import { take } from './limited.ts';
import type { Parts, Visit } from './parts.ts';

/**
 * `POST /create` (spec 5.4): an account for a guest, first with the platform, then as a profile. An e-mail that is in use is
 * refused, and nothing of its owner is changed. Gives no token: a login follows. Fields that it does not name are ignored (G36):
 * nobody gives themselves a tier or an id here.
 */
export async function create({ config, directory, inStep, creations }: Parts, visit: Visit) {
  const { log } = config;
  await take(creations, visit.address, log);
  const text = await readJsonBody(visit.request, visit.signal);
  const body = v.safeParse(createAccount, text === undefined ? {} : JSON.parse(text));
  if (!body.success) throw invalid(v.flatten(body.issues).nested ?? {});
  const { email, password, first_name, last_name } = body.output;

  try {
    // Before the platform has a customer who could never be connected.
    if (await inStep.knows(email, visit.signal)) throw emailTaken();
    const customer = await directory.create(
      { email, password, firstName: first_name, lastName: last_name },
      visit.signal,
    );
    const profileId = await inStep.profileOf(customer, visit.signal);
    return jsonAnswer(200, { data: { profile_id: profileId } });
  } catch (error) {
    if (error instanceof CustomerRefused) throw invalid(error.errors);
    if (error instanceof Refusal) throw error;
    log({ level: 'error', event: 'directory_failed' });
    throw unavailable();
  }
}

const invalid = (errors: Readonly<Record<string, readonly string[] | undefined>>): Refusal =>
  new Refusal(422, 'Some fields are not right.', { errors: errors as Record<string, string[]> });
