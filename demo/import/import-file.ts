import { setTimeout as wait } from 'node:timers/promises';
import { importJobs, readImportJob, uploadImport, type Client, type shapes } from '../../src/client/index.ts';
import { cutParts, type FilePart } from './parts.ts';
import { withRetries, type RetryBudget } from './retry.ts';
import type { Plan } from './plan.ts';
import { ImportProblem, type ImportSettings } from './settings.ts';
import { addEarlierJob, addJob, emptySummary, type Summary } from './summary.ts';

type Job = shapes.ImportJob;

const POLL_MS = 400;
/** A job has up to 1,000 failures: a small page size keeps replies small. */
const JOBS_PER_PAGE = 5;

export interface Running extends RetryBudget {
  readonly client: Client;
  readonly settings: ImportSettings;
  /** Processed rows, and the reason of a delay. */
  readonly show: (rows: number, remark?: string) => void;
}

/**
 * Imports the parts of a file one after the other, so that rows are written in order. The service has the state of each part:
 * nothing is stored here, and a part that is sent twice is stored once.
 */
export async function importParts(plan: Plan, running: Running): Promise<Summary> {
  const there = await jobsOf(plan, running);
  const summary = emptySummary();
  let before = [...there.values()].reduce((rows, { done, failed }) => rows + (done ?? 0) + (failed ?? 0), 0);
  running.show(before);
  before = 0;
  for await (const part of cutParts(plan)) {
    const known = there.get(part.number);
    if (isOver(known)) addEarlierJob(summary, known, part.lines);
    else {
      const job = known ?? (await upload(plan, part, running));
      addJob(summary, await finish(job, before, running), part.lines);
    }
    before += part.lines.length;
  }
  running.show(before);
  return summary;
}

const isOver = (job: Job | undefined): job is Job => job?.status === 'done' || job?.status === 'failed';

/** The jobs of the stored parts, by number. */
async function jobsOf({ load }: Plan, running: Running): Promise<Map<number, Job>> {
  const { client, signal } = running;
  const query = { [`filter[load]`]: load };
  return await withRetries(async () => {
    const found = new Map<number, Job>();
    const pages = client.all(importJobs, { query, sort: ['id'], pageSize: JOBS_PER_PAGE, signal });
    for await (const job of pages) if (typeof job.part === 'number') found.set(job.part, job);
    return found;
  }, running);
}

async function upload(plan: Plan, part: FilePart, running: Running): Promise<Job> {
  const { client, settings, signal } = running;
  const { model, fileName: file_name, format, mapping, load, rows: load_rows } = plan;
  const existing = settings.update ? 'change' : 'fail';
  const { content, number } = part;
  const body = {
    model,
    file_name,
    format,
    content,
    mapping,
    existing,
    load,
    part: number,
    load_rows,
    ...(existing === 'fail' && { series: plan.series }),
  } as const;
  const { data } = await withRetries(() => client.call(uploadImport, { body, signal }), running);
  return await withRetries(async () => {
    const query = { 'filter[import_id]': String(data.id) };
    for await (const job of client.all(importJobs, { query, pageSize: 1, signal })) return job;
    throw new ImportProblem(
      `The service has part ${number}, but its job was removed. To import the file again, add --run NAME.`,
    );
  }, running);
}

/** Waits until a job is over, and reports its progress. */
async function finish(job: Job, before: number, running: Running): Promise<Job> {
  const { client, signal, show } = running;
  for (let now = job; ;) {
    show(
      before + (now.done ?? 0) + (now.failed ?? 0),
      now.status === 'paused' ? 'paused on the dashboard' : '',
    );
    if (isOver(now)) return now;
    await wait(POLL_MS, undefined, { signal });
    const path = { importjob: String(job.id), signal };
    now = (await withRetries(() => client.call(readImportJob, path), running)).data;
  }
}
