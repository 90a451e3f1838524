import {
  actionHistory,
  automations,
  readActionHistory,
  triggerAutomation,
} from '../../../../src/services/contract/endpoints/index.ts';
import { forbidden, notFound, Problem } from '../../api/problem.ts';
import { messagesOf } from '../../messages/queue-message.ts';
import { recordOf, recordsOf } from '../api.ts';
import { readForm } from '../form.ts';
import { errorStatus, show, statusOf, type Frame } from '../frame.ts';
import { AUTOMATIONS, automationsPage, MESSAGES, messagesPage, runPage } from '../pages/automations.ts';

const FIRST_PAGE = { 'page[size]': '100', 'page[number]': '1' };
const SHOWN_MESSAGES = 100;

/** Automations with their runs, and messages to customers. */
export function automationPages({ app, db, page }: Frame): void {
  app.get(
    '/automations',
    page(async ({ context, session, ask }) => {
      const reply = await ask(automations, { query: FIRST_PAGE });
      const runs = await ask(actionHistory, { query: { ...FIRST_PAGE, 'filter[type]': 'run' } });
      const main = automationsPage(session, {
        automations: recordsOf(reply),
        runs: recordsOf(runs),
        refusal:
          reply.status === 200 ? undefined : (reply.body.message ?? 'This service does not implement it.'),
        mayRun: session.mayUse('automation.write'),
      });
      return show(context, session, { title: 'Automations', at: AUTOMATIONS, main }, statusOf(reply));
    }),
  );

  app.post(
    '/automations/:id/run',
    page(async ({ context, session, ask }) => {
      await readForm(context, session.token);
      const { status, body } = await ask(triggerAutomation, {
        path: { automation: context.req.param('id') ?? '' },
      });
      if (status === 404) throw notFound();
      if (status !== 202) throw new Problem(errorStatus(status), body.message ?? 'It was not run.');
      return context.redirect(AUTOMATIONS, 303);
    }),
  );

  app.get(
    '/automations/runs/:id',
    page(async ({ context, session, ask }) => {
      const id = context.req.param('id') ?? '';
      const run = await ask(readActionHistory, { path: { action_history: id } });
      if (run.status !== 200) throw run.status === 403 ? forbidden() : notFound();
      const entries = await ask(actionHistory, {
        query: { ...FIRST_PAGE, 'filter[run_id]': id, sort: 'id' },
      });
      const main = runPage(recordOf(run.body), recordsOf(entries));
      return show(context, session, { title: `Run ${id}`, at: AUTOMATIONS, main }, statusOf(entries));
    }),
  );

  // No endpoint lists messages: the scopes of the actions and profiles apply.
  app.get(
    '/messages',
    page(async ({ context, session }) => {
      if (!session.mayUse('automation.read') || !session.mayUse('profiles.read')) throw forbidden();
      const main = messagesPage(await messagesOf(db, SHOWN_MESSAGES));
      return show(context, session, { title: 'Messages', at: MESSAGES, main });
    }),
  );
}
