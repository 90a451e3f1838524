import { readWebhook, webhooks } from '../../../../src/services/contract/endpoints/index.ts';
import { knownKeys, replaceKey } from '../../events/signing-keys.ts';
import { forbidden, notFound } from '../../api/problem.ts';
import { recordId } from '../../api/formats.ts';
import { recordOf, recordsOf } from '../api.ts';
import { oncePerForm, readForm } from '../form.ts';
import { show, statusOf, type Frame } from '../frame.ts';
import { KEYS, newKeyPage, signingKeysPage } from '../pages/signing-keys.ts';
import { WEBHOOKS } from '../pages/automation.ts';

const FIRST_PAGE = { 'page[size]': '100', 'page[number]': '1' };

/** The signing keys of webhooks. No endpoint has them: the value of a key is shown once, on the page that creates it. */
export function signingKeyRoutes({ app, db, page }: Frame): void {
  app.get(
    '/webhooks/keys',
    page(async ({ context, session, ask }) => {
      const reply = await ask(webhooks, { query: FIRST_PAGE });
      const found = recordsOf(reply);
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
      const refusal =
        reply.status === 200 ? undefined : (reply.body.message ?? 'This service does not implement it.');
      const main = signingKeysPage(session, keyed, refusal);
      return show(context, session, { title: 'Signing keys', at: WEBHOOKS, main }, statusOf(reply));
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
      const { userId } = session;
      // The value of a key that was created before is not shown again.
      const value = await oncePerForm(db, userId, fields, `${KEYS}/${id}`, async (work) => {
        const secret = await replaceKey(work, `webhook:${id}`);
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
        return secret;
      });
      const main = newKeyPage(String(recordOf(body)['trigger']), value);
      return show(context, session, { title: 'New signing key', at: WEBHOOKS, main });
    }),
  );
}
