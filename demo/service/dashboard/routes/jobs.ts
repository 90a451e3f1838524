import { importJobs } from '../../../../src/services/contract/endpoints/index.ts';
import { failuresOf, isOpen, listJobs } from '../../jobs/job-list.ts';
import { forbidden, notFound } from '../../api/problem.ts';
import { show, statusOf, type Frame } from '../frame.ts';
import { failuresPage, JOBS, jobsPage, REFRESH_SECONDS } from '../pages/jobs.ts';

const SHOWN_LOADS = 50;

/** Imports and batches. While one runs, the header `Refresh` reloads the page, without a script. */
export function jobRoutes({ app, db, page }: Frame): void {
  app.get(
    '/jobs',
    page(async ({ context, session, ask }) => {
      // No endpoint lists batches: the rights for import jobs apply.
      const reply = await ask(importJobs, { query: { 'page[size]': '1', 'page[number]': '1' } });
      const isShown = reply.status === 200;
      const loads = isShown ? await listJobs(db, SHOWN_LOADS) : [];
      const refreshes = context.req.query('refresh') !== 'off';
      if (refreshes && loads.some(isOpen)) context.header('Refresh', String(REFRESH_SECONDS));
      const refusal = isShown ? undefined : (reply.body.message ?? 'This service does not implement it.');
      const main = jobsPage({
        loads,
        refusal,
        mayImport: session.mayUse('platform.write'),
        refreshes,
        now: new Date(),
      });
      return show(context, session, { title: 'Jobs', at: JOBS, main }, statusOf(reply));
    }),
  );

  app.get(
    '/jobs/:key',
    page(async ({ context, session, ask }) => {
      const reply = await ask(importJobs, { query: { 'page[size]': '1', 'page[number]': '1' } });
      if (reply.status !== 200) throw forbidden();
      const failures = await failuresOf(db, context.req.param('key') ?? '');
      if (!failures) throw notFound();
      return show(context, session, { title: 'Failed rows', at: JOBS, main: failuresPage(failures) });
    }),
  );
}
