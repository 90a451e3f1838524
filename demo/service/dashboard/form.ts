import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { Problem } from '../api/problem.ts';

export type Markup = ReturnType<typeof html>;

/** The field that every form carries. */
const FIELD = 'form_token';

/** A token for one form of one session: made from the session's secret, so nothing has to be kept. */
const tokenFor = (secret: string, action: string): string =>
  createHmac('sha256', secret).update(`form ${action}`).digest('base64url');

/** The beginning of a form that changes something. */
export const formToken = (secret: string, action: string): Markup =>
  html`<input type="hidden" name="${FIELD}" value="${tokenFor(secret, action)}" />`;

/**
 * The fields of a form that was sent from our own page, for this address, in this session. Throws 403 otherwise: the
 * browser says where it comes from, the token that the page was ours.
 */
export async function readForm(context: Context, secret: string): Promise<URLSearchParams> {
  const origin = context.req.header('Origin');
  const site = context.req.header('Sec-Fetch-Site');
  const host = context.req.header('Host') ?? new URL(context.req.url).host;
  const own =
    origin === undefined ? site === 'same-origin' : URL.canParse(origin) && new URL(origin).host === host;
  if (!own || (site !== undefined && site !== 'same-origin')) throw foreign();
  if (!/^application\/x-www-form-urlencoded\b/i.test(context.req.header('Content-Type') ?? ''))
    throw new Problem(415, 'The body has to be a form.');
  const fields = new URLSearchParams(await context.req.text());
  const given = Buffer.from(fields.get(FIELD) ?? '');
  const wanted = Buffer.from(tokenFor(secret, context.req.path));
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw foreign();
  return fields;
}

const foreign = () =>
  new Problem(403, 'This form was not sent from a page of this dashboard. Go back and reload it.');
