import { createClient, LoyaltyError } from '../../src/client/index.ts';
import { grouped, progressLine, progressOn } from '../progress.ts';
import { reasonOf } from './retry.ts';
import { createPlan } from './plan.ts';
import { importParts } from './import-file.ts';
import { ImportProblem, readSettings, usage } from './settings.ts';
import { summaryLines, writeFailures } from './summary.ts';

// `npm run import`: see its usage. Progress goes to stderr, the summary to stdout.

const CONTINUE_HINT = 'Run the same command again to continue.';
const bar = progressOn(process.stderr);
const stop = new AbortController();
// The parent process, such as npm, may pass on the same signal a second time.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
let sent = 0;
let total = 0;
process.exitCode = await main().catch((error: unknown) => explain(error));

async function main(): Promise<number> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (!settings) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const plan = await createPlan(settings);
  total = plan.rows;
  if (plan.encoding !== 'utf-8') bar.log(`The file is read as ${plan.encoding}.`);
  const client = createClient({ baseUrl: settings.url, token: settings.token });
  const lineOf = progressLine({ total, unit: 'rows' });
  const show = (rows: number, remark = '') => {
    sent = rows;
    bar.show(lineOf(rows) + (remark && ` (${remark})`));
  };
  const { retryBudgetMs, failures } = settings;
  const running = { client, settings, retryBudgetMs, signal: stop.signal, log: bar.log, show };
  const summary = await importParts(plan, running);
  bar.end();
  if (failures !== undefined) await writeFailures(failures, summary.failures);
  process.stdout.write(`${summaryLines(summary, failures).join('\n')}\n`);
  return summary.failed > 0 ? 3 : 0;
}

/** Prints the result and how to continue. Returns the exit code. */
function explain(error: unknown): number {
  if (stop.signal.aborted) {
    bar.log(`Stopped at ${grouped(sent)} of ${grouped(total)} rows. ${CONTINUE_HINT}`);
    return 130;
  }
  if (error instanceof ImportProblem) {
    bar.log(error.message);
    return total === 0 ? 2 : 1;
  }
  if (!(error instanceof LoyaltyError)) throw error;
  const fields = Object.entries(error.fields).map(([field, texts]) => `  ${field}: ${texts.join(' ')}`);
  if (error.code === 'unauthenticated')
    bar.log('The service refuses the token in LOYALTY_TOKEN: it is wrong, has ended or was deleted.');
  else if (error.code === 'invalid_config') bar.log(error.message.replaceAll('idUrl', '--url'));
  else
    bar.log(
      [
        reasonOf(error),
        ...fields,
        `${grouped(sent)} of ${grouped(total)} rows are imported. ${CONTINUE_HINT}`,
      ].join('\n'),
    );
  return error.code === 'invalid_config' ? 2 : 1;
}
