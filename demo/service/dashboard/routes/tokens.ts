import { addApiToken, apiTokens, deleteApiToken } from '../../../../src/services/contract/endpoints/index.ts';
import { machineUsers } from '../../auth/machine-users.ts';
import { recordOf, recordsOf, type ApiReply } from '../api.ts';
import { oncePerForm, readForm } from '../form.ts';
import { show, statusOf, type Frame, type Visit } from '../frame.ts';
import { addTokenPage, newTokenPage, noTokenForm, TOKENS, tokensPage } from '../pages/tokens.ts';

const DAY_MS = 86_400_000;

/** Settings, API Tokens, Add Token (spec 5.2). */
export function tokenRoutes({ app, db, page }: Frame): void {
  const list = async ({ context, session, ask }: Visit, refused?: ApiReply) => {
    const reply = await ask(apiTokens, { query: { 'page[size]': '100', 'page[number]': '1' } });
    const main = tokensPage(session, recordsOf(reply), refused?.body.message ?? reply.body.message);
    return show(context, session, { title: 'API tokens', at: TOKENS, main }, statusOf(refused ?? reply));
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
      const add = async () => {
        const reply = await ask(addApiToken, { body });
        // The error rolls the transaction back, so that the corrected form can be sent again.
        if (reply.status !== 200) throw new Refused(reply);
        return reply.body;
      };
      try {
        const added = await oncePerForm(db, session.userId, fields, TOKENS, add);
        const main = newTokenPage(form.name, added && String(recordOf(added)['token']));
        return show(context, session, { title: 'Token added', at: TOKENS, main });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        const main = addTokenPage(session, form, await owners(), error.reply.body);
        return show(context, session, { title: 'Add token', at: TOKENS, main }, statusOf(error.reply));
      }
    }),
  );

  app.post(
    '/settings/tokens/:id/delete',
    page(async (visit) => {
      const { context, session, ask } = visit;
      await readForm(context, session.token);
      const reply = await ask(deleteApiToken, { path: { apiToken: context.req.param('id') ?? '' } });
      return reply.status < 300 ? context.redirect(TOKENS, 303) : list(visit, reply);
    }),
  );
}

/** A refused request for a token. */
class Refused extends Error {
  constructor(readonly reply: ApiReply) {
    super('refused');
  }
}
