import { editTarget, editWebhook, webhooks } from '../../../../src/services/contract/endpoints/index.ts';
import { forbidden, notFound, Problem } from '../../api/problem.ts';
import { recordId } from '../../api/formats.ts';
import { readForm } from '../form.ts';
import { errorStatus, show, statusOf, type Frame } from '../frame.ts';
import { deliveriesSection, deliveryStatuses } from '../pages/deliveries.ts';
import { WEBHOOKS, webhooksPage } from '../pages/automation.ts';

const FIRST_PAGE = { 'page[size]': '100', 'page[number]': '1' };
const SHOWN_DELIVERIES = 50;

/** Webhooks with the log of their deliveries. */
export function automationRoutes({ app, db, deliveries, page }: Frame): void {
  app.get(
    '/webhooks',
    page(async ({ context, session, ask }) => {
      const reply = await ask(webhooks, { query: FIRST_PAGE });
      const filter = {
        status: deliveryStatuses.find((one) => one === context.req.query('status')),
        trigger: context.req.query('event')?.trim() || undefined,
      };
      const log =
        deliveries && session.mayUse('automation.read')
          ? await deliveries.deliveriesOf(db, { ...filter, limit: SHOWN_DELIVERIES })
          : undefined;
      const section = log && {
        ...filter,
        log,
        mayResend: session.mayUse('automation.write'),
        mayReadMessages: session.mayUse('profiles.read'),
      };
      const main = webhooksPage(reply, section ? deliveriesSection(session, section) : '');
      return show(context, session, { title: 'Webhooks', at: WEBHOOKS, main }, statusOf(reply));
    }),
  );

  app.post(
    '/webhooks/deliveries/:id/resend',
    page(async ({ context, session, ask }) => {
      const fields = await readForm(context, session.token);
      if (!session.mayUse('automation.write')) throw forbidden();
      const id = recordId(context.req.param('id') ?? '');
      const [delivery] = id === undefined || !deliveries ? [] : await deliveries.deliveriesOf(db, { id });
      if (!delivery) throw notFound();
      const [model, receiver = ''] = delivery.receiver.split(':');
      const edit = {
        body: { resend: id },
        idempotencyKey: `form-${fields.get('form_number') ?? ''}`,
      };
      const reply =
        model === 'webhook'
          ? await ask(editWebhook, { path: { webhook: receiver }, ...edit })
          : await ask(editTarget, { path: { target: receiver }, ...edit });
      if (reply.status !== 200)
        throw new Problem(errorStatus(reply.status), reply.body.message ?? 'It could not be sent again.');
      return context.redirect(`${WEBHOOKS}#delivery-${id}`, 303);
    }),
  );
}
