import {
  actionHistory,
  automations,
  readActionHistory,
  triggerAutomation,
} from '../../../../src/services/contract/endpoints/index.ts';
import { forbidden, notFound, Problem } from '../../api/problem.ts';
import { messagesOf } from '../../platform/messages/queue-message.ts';
import { recordsOf } from '../api.ts';
import { readForm } from '../form.ts';
import { show, statusOf, type Frame } from '../frame.ts';
import { AUTOMATIONS, automationsPage, MESSAGES, messagesPage, runPage } from '../pages/automations.ts';

const FIRST = { 'page[size]': '100', 'page[number]': '1' };
const SHOWN_MESSAGES = 100;

/** Automations with their runs, and the messages that came of them. */
export function automationPages({ app, db, page }: Frame): void {
  app.get(
    '/automations',
    page(async ({ context, session, ask }) => {
      const answer = await ask(automations, { query: FIRST });
      const runs = await ask(actionHistory, { query: { ...FIRST, 'filter[type]': 'run' } });
      const main = automationsPage(session, {
        automations: recordsOf(answer),
        runs: recordsOf(runs),
        refusal:
          answer.status === 200 ? undefined : (answer.body.message ?? 'This service does not answer it.'),
        mayRun: session.mayUse('automation.write'),
      });
      return show(context, session, { title: 'Automations', at: AUTOMATIONS, main }, statusOf(answer));
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
      if (status !== 202) throw new Problem(status as 403, body.message ?? 'It was not run.');
      return context.redirect(AUTOMATIONS, 303);
    }),
  );

  app.get(
    '/automations/runs/:id',
    page(async ({ context, session, ask }) => {
      const id = context.req.param('id') ?? '';
      const run = await ask(readActionHistory, { path: { action_history: id } });
      if (run.status !== 200) throw run.status === 403 ? forbidden() : notFound();
      const entries = await ask(actionHistory, { query: { ...FIRST, 'filter[run_id]': id, sort: 'id' } });
      const main = runPage(run.body.data as Readonly<Record<string, unknown>>, recordsOf(entries));
      return show(context, session, { title: `Run ${id}`, at: AUTOMATIONS, main }, statusOf(entries));
    }),
  );

  // No endpoint lists messages: who may read the actions that made them may see them.
  app.get(
    '/messages',
    page(async ({ context, session }) => {
      if (!session.mayUse('automation.read') || !session.mayUse('profiles.read')) throw forbidden();
      const main = messagesPage(await messagesOf(db, SHOWN_MESSAGES));
      return show(context, session, { title: 'Messages', at: MESSAGES, main });
    }),
  );
}
