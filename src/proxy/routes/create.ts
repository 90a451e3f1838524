import * as v from 'valibot';
import { CustomerRefused } from '../directory/directory.ts';
import { jsonAnswer, Refusal, unavailable } from '../guard/answer.ts';
import { readJsonBody } from '../guard/json-body.ts';
import { take } from './limited.ts';
import type { Parts, Visit } from './parts.ts';

const name = v.pipe(
  v.string('Please write a text.'),
  v.trim(),
  v.maxLength(100, 'This is longer than 100 characters.'),
  v.regex(/^\P{Cc}*$/u, 'This holds a character that cannot be stored.'),
);

/** ASSUMPTION G45. Fields beside these are ignored (G36): nobody gives themselves a tier or an id here. */
const newCustomer = v.object({
  email: v.pipe(
    v.string('Please write an e-mail address.'),
    v.trim(),
    v.maxLength(254, 'This is longer than 254 characters.'),
    v.email('This is not an e-mail address.'),
  ),
  password: v.pipe(
    v.string('Please choose a password.'),
    v.minLength(8, 'Please take 8 characters or more.'),
    v.maxLength(512, 'This is longer than 512 characters.'),
    v.regex(/^\P{Cc}*$/u, 'This holds a character that cannot be stored.'),
  ),
  first_name: v.optional(name, ''),
  last_name: v.optional(name, ''),
});

/**
 * `POST /create` (spec 5.4): an account for a guest, first with the platform, then as a profile. An e-mail that is in use is
 * refused, and nothing of its owner is changed. Gives no token: a login follows.
 */
export async function create({ config, directory, keepInStep, counters }: Parts, visit: Visit) {
  const { log } = config;
  await take(counters.create, visit.address, log);
  const text = await readJsonBody(visit.request, visit.signal);
  const body = v.safeParse(newCustomer, text === undefined ? {} : JSON.parse(text));
  if (!body.success) throw invalid(v.flatten(body.issues).nested ?? {});
  const { email, password, first_name, last_name } = body.output;

  try {
    const customer = await directory.create(
      { email, password, firstName: first_name, lastName: last_name },
      visit.signal,
    );
    const profileId = await keepInStep(customer, visit.signal);
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
