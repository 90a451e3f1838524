import { readWebhook, webhooks } from '../../../../src/services/contract/endpoints/index.ts';
import type { Database } from '../../platform/database/tables.ts';
import { knownKeys, replaceKey } from '../../platform/events/signing-keys.ts';
import { once } from '../../api/idempotency.ts';
import { forbidden, notFound } from '../../api/problem.ts';
import { recordId } from '../../api/formats.ts';
import { recordsOf } from '../api.ts';
import { readForm } from '../form.ts';
import { show, statusOf, type Frame } from '../frame.ts';
import { KEYS, newKeyPage, signingKeysPage } from '../pages/signing-keys.ts';
import { WEBHOOKS } from '../pages/automation.ts';
import type { Session } from '../session.ts';

const FIRST = { 'page[size]': '100', 'page[number]': '1' };

/** The keys of webhooks. No endpoint shows or makes one: their values never leave but for the page that made them. */
export function signingKeyRoutes({ app, db, page }: Frame): void {
  app.get(
    '/webhooks/keys',
    page(async ({ context, session, ask }) => {
      const answer = await ask(webhooks, { query: FIRST });
      const found = recordsOf(answer);
      const keys = await knownKeys(
        db,
        found.map(({ id }) => `webhook:${String(id)}`),
      );
      const keyed = found.map(({ id, trigger, url }) => ({
        id: String(id),
        trigger: String(trigger),
        url: String(url),
        keys: keys.filter(({ owner }) => owner === `webhook:${String(id)}`),
      }));
      const refusal = answer.status === 200 ? undefined : (answer.body.message ?? 'It is not answered.');
      const main = signingKeysPage(session, keyed, refusal);
      return show(context, session, { title: 'Signing keys', at: WEBHOOKS, main }, statusOf(answer));
    }),
  );

  app.post(
    '/webhooks/keys/:id',
    page(async ({ context, session, ask }) => {
      const fields = await readForm(context, session.token);
      if (!session.mayUse('automation.write')) throw forbidden();
      const id = recordId(context.req.param('id') ?? '');
      if (id === undefined) throw notFound();
      const { status, body } = await ask(readWebhook, { path: { webhook: String(id) } });
      if (status !== 200) throw notFound();
      const { trigger } = body.data as { trigger: string };
      const value = await makeOnce(db, session, id, fields.get('form_number') ?? '');
      const main = newKeyPage(trigger, value);
      return show(context, session, { title: 'New signing key', at: WEBHOOKS, main });
    }),
  );
}

/** A form that is sent again makes no second key; undefined, for the value of the first is kept for signing alone. */
async function makeOnce(db: Database, { userId }: Session, id: number, number: string) {
  let value: string | undefined;
  await db.transaction().execute((work) =>
    once(work, { owner: `user:${userId}`, key: `form-${number}`, request: [`${KEYS}/${id}`] }, async () => {
      value = await replaceKey(work, `webhook:${id}`);
      await work
        .insertInto('audits')
        .values({
          action: 'webhooks.key',
          model: 'webhook',
          model_id: String(id),
          user_id: userId,
          profile_id: null,
          request_id: null,
          fields: JSON.stringify({ note: 'a new signing key' }),
        })
        .execute();
      return { status: 204, text: null };
    }),
  );
  return value;
}
