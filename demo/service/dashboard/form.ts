import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { once } from '../api/idempotency.ts';
import { Problem } from '../api/problem.ts';
import type { Database } from '../database/tables.ts';

export type Markup = ReturnType<typeof html>;

/** The hidden field of every form. */
const FIELD = 'form_token';

/** The CSRF token of a form and a session, derived from the session's secret, so that it need not be stored. */
const tokenFor = (secret: string, action: string): string =>
  createHmac('sha256', secret).update(`form ${action}`).digest('base64url');

/** The hidden field with the CSRF token, for a form that changes something. */
export const formToken = (secret: string, action: string): Markup =>
  html`<input type="hidden" name="${FIELD}" value="${tokenFor(secret, action)}" />`;

/**
 * The fields of a form. Throws 403 unless the browser's headers name this origin and the CSRF token is that of this address and
 * session.
 */
export async function readForm(context: Context, secret: string): Promise<URLSearchParams> {
  checkOrigin(context);
  if (!/^application\/x-www-form-urlencoded\b/i.test(context.req.header('Content-Type') ?? ''))
    throw new Problem(415, 'The body has to be a form.');
  const fields = new URLSearchParams(await context.req.text());
  checkToken(fields.get(FIELD), secret, context.req.path);
  return fields;
}

/** The fields of a form with a file. Throws as `readForm`. */
export async function readFormWithFile(context: Context, secret: string): Promise<FormData> {
  checkOrigin(context);
  if (!/^multipart\/form-data\b/i.test(context.req.header('Content-Type') ?? ''))
    throw new Problem(415, 'The body has to be a form with a file.');
  const fields = await context.req.formData().catch(() => undefined);
  if (!fields) throw new Problem(400, 'The form did not arrive whole.');
  const token = fields.get(FIELD);
  checkToken(typeof token === 'string' ? token : null, secret, context.req.path);
  return fields;
}

function checkOrigin(context: Context): void {
  const origin = context.req.header('Origin');
  const site = context.req.header('Sec-Fetch-Site');
  const host = context.req.header('Host') ?? new URL(context.req.url).host;
  // With the scheme: over http anybody on the network answers for this host.
  const own = new URL(`${context.get('encrypted') ? 'https' : 'http'}://${host}`).origin;
  const isOwn = origin === undefined ? site === 'same-origin' : origin === own;
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw foreign();
}

function checkToken(sent: string | null, secret: string, path: string): void {
  const given = Buffer.from(sent ?? '');
  const wanted = Buffer.from(tokenFor(secret, path));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw foreign();
}

const foreign = () =>
  new Problem(403, 'This form was not sent from a page of this dashboard. Go back and reload it.');

/**
 * Performs the action of a form once, even if the form is sent twice. Undefined if it was performed before: the secret in its result
 * is not stored. `action` is the address of the form; its field `form_number` is different in each page.
 */
export async function oncePerForm<T>(
  db: Database,
  userId: number,
  fields: URLSearchParams,
  action: string,
  perform: (work: Database) => Promise<T>,
): Promise<T | undefined> {
  let result: T | undefined;
  const repeatable = {
    owner: `user:${userId}`,
    key: `form-${fields.get('form_number') ?? ''}`,
    request: [action],
  };
  await db.transaction().execute((work) =>
    once(work, repeatable, async () => {
      result = await perform(work);
      return { status: 204, text: null };
    }),
  );
  return result;
}
