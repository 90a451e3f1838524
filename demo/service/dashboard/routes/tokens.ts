import { addApiToken, apiTokens, deleteApiToken } from '../../../../src/services/contract/endpoints/index.ts';
import { machineUsers } from '../../platform/auth/machine-users.ts';
import type { Database } from '../../platform/database/tables.ts';
import { once } from '../../api/idempotency.ts';
import { recordsOf, type Answered } from '../api.ts';
import { readForm } from '../form.ts';
import { show, statusOf, type Frame, type Visit } from '../frame.ts';
import { addTokenPage, newTokenPage, noTokenForm, TOKENS, tokensPage } from '../pages/tokens.ts';
import type { Session } from '../session.ts';

const DAY_MS = 86_400_000;

/** Settings, API Tokens, Add Token (spec 5.2). */
export function tokenRoutes({ app, db, page }: Frame): void {
  const list = async ({ context, session, ask }: Visit, refused?: Answered) => {
    const answer = await ask(apiTokens, { query: { 'page[size]': '100', 'page[number]': '1' } });
    const main = tokensPage(session, recordsOf(answer), refused?.body.message ?? answer.body.message);
    return show(context, session, { title: 'API tokens', at: TOKENS, main }, statusOf(refused ?? answer));
  };
  const owners = async () => (await machineUsers(db)).filter(({ isActive }) => isActive);
  app.get('/settings/tokens', page(list));

  app.get(
    '/settings/tokens/new',
    page(async ({ context, session }) => {
      const main = addTokenPage(session, noTokenForm, await owners());
      return show(context, session, { title: 'Add token', at: TOKENS, main });
    }),
  );

  app.post(
    '/settings/tokens',
    page(async ({ context, session, ask }) => {
      const fields = await readForm(context, session.token);
      const days = fields.get('days') ?? '';
      const owner = fields.get('user_id') ?? '';
      const form = { name: fields.get('name') ?? '', scopes: fields.getAll('scopes'), days, owner };
      const ends = /^\d{1,4}$/.test(days) && new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      const body = {
        name: form.name,
        scopes: form.scopes,
        ...(ends && { expires_at: ends }),
        ...(owner && { user_id: Number(owner) }),
      };
      const number = fields.get('form_number') ?? '';
      const added = await onceOnly(db, session, number, () => ask(addApiToken, { body }));
      if (added && added.status !== 200) {
        const main = addTokenPage(session, form, await owners(), added.body);
        return show(context, session, { title: 'Add token', at: TOKENS, main }, statusOf(added));
      }
      const { token } = (added?.body.data ?? {}) as { token?: string };
      const main = newTokenPage(form.name, token);
      return show(context, session, { title: 'Token added', at: TOKENS, main });
    }),
  );

  app.post(
    '/settings/tokens/:id/delete',
    page(async (visit) => {
      const { context, session, ask } = visit;
      await readForm(context, session.token);
      const answer = await ask(deleteApiToken, { path: { apiToken: context.req.param('id') ?? '' } });
      return answer.status < 300 ? context.redirect(TOKENS, 303) : list(visit, answer);
    }),
  );
}

/** What was refused did not happen: its form may be sent again. */
class Refused extends Error {
  constructor(readonly answer: Answered) {
    super('refused');
  }
}

/**
 * Does what a form asks for once, however often it is sent. Undefined where it was done before: what was answered then
 * holds a secret, and is kept nowhere.
 */
async function onceOnly(
  db: Database,
  { userId }: Session,
  number: string,
  act: () => Promise<Answered>,
): Promise<Answered | undefined> {
  let answer: Answered | undefined;
  try {
    await db.transaction().execute((work) =>
      once(work, { owner: `user:${userId}`, key: `form-${number}`, request: [TOKENS] }, async () => {
        answer = await act();
        if (answer.status !== 200) throw new Refused(answer);
        return { status: 204, text: null };
      }),
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  return answer;
}
