import { webhooks } from '../../../../src/services/contract/endpoints/index.ts';
import { forbidden, notFound } from '../../api/problem.ts';
import { recordId } from '../../api/formats.ts';
import { readForm } from '../form.ts';
import { show, statusOf, type Frame } from '../frame.ts';
import { deliveriesSection } from '../pages/deliveries.ts';
import { WEBHOOKS, webhooksPage } from '../pages/automation.ts';

const FIRST_PAGE = { 'page[size]': '100', 'page[number]': '1' };
const SHOWN_DELIVERIES = 50;

/** Webhooks with the log of their deliveries. */
export function automationRoutes({ app, db, deliveries, page }: Frame): void {
  app.get(
    '/webhooks',
    page(async ({ context, session, ask }) => {
      const reply = await ask(webhooks, { query: FIRST_PAGE });
      const log =
        deliveries && session.mayUse('automation.read')
          ? await deliveries.deliveriesOf(db, undefined, SHOWN_DELIVERIES)
          : undefined;
      const mayReplay = session.mayUse('automation.write');
      const main = webhooksPage(reply, log ? deliveriesSection(session, log, mayReplay) : '');
      return show(context, session, { title: 'Webhooks', at: WEBHOOKS, main }, statusOf(reply));
    }),
  );

  app.post(
    '/webhooks/deliveries/:id/replay',
    page(async ({ context, session }) => {
      await readForm(context, session.token);
      if (!session.mayUse('automation.write')) throw forbidden();
      const id = recordId(context.req.param('id') ?? '');
      if (!deliveries || id === undefined) throw notFound();
      await deliveries.replay(db, id);
      return context.redirect(`${WEBHOOKS}#delivery-${id}`, 303);
    }),
  );
}
