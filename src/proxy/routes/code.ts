import * as v from 'valibot';
import { emailAddress, objectOnly } from '../../services/contract/kinds.ts';
import { accountOf } from '../account-name.ts';
import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { Refusal, SAFE_HEADERS, notFound } from '../guard/answer.ts';
import { readJsonBody } from '../guard/body.ts';
import { createDeadline } from '../guard/deadline.ts';
import { digest } from '../hashes.ts';
import { failureOf } from '../log.ts';
import { consume } from './limits.ts';

const codeBody = objectOnly(
  v.strictObject({ email: v.pipe(v.string(), v.trim(), v.maxLength(254), emailAddress('Not an address.')) }),
);

/**
 * `POST /code` with `{"email"}`: has the platform send a code to a customer. 202 at once, before the customer is looked up:
 * neither the answer nor its time reveals who has an account. 422 for a text that is no address, 429 beyond the limits.
 */
export async function requestCode(
  { codes, codeLimits, config }: Dependencies,
  { request, signal, address, background }: ProxyRequest,
): Promise<Response> {
  const { log } = config;
  if (!codes) throw notFound();
  const text = await readJsonBody(request, signal);
  const body = v.safeParse(codeBody, text === undefined ? {} : JSON.parse(text));
  if (!body.success)
    throw new Refusal(422, 'Some fields aren’t right.', {
      errors: { email: ['Enter your email.'] },
    });
  const { email } = body.output;
  await consume(codeLimits.perAddress, address, log);
  await consume(codeLimits.perAccount, await digest(accountOf(email)), log);
  const deadline = createDeadline(config.deadlineMs);
  const sending = codes
    .send(email, address, deadline.signal)
    .catch((error: unknown) => log(failureOf(error, 'code_not_sent')))
    .finally(() => deadline.clear());
  background?.(sending);
  return new Response(null, { status: 202, headers: SAFE_HEADERS });
}
