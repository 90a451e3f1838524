import type { Fetch } from '../services/transport/http.ts';
import { checkConnection } from './connection/check-connection.ts';
import { compareAnswers, comparePages } from './compare-answers.ts';
import { draftFor, DRAFT_FILE, nextLines, type OfferedDraft } from './draft/offer.ts';
import type { Loyalty } from '../services/customer/loyalty.ts';
import { connect, examine, type ExamineOptions } from './examine.ts';
import { contactProblem, isHopeless } from './first-contact.ts';
import { examinePage } from './page/examine-page.ts';
import { readOptions, USAGE, UsageError, type ServiceOptions } from './options.ts';
import { harOf } from './har.ts';
import { oneLine } from './limits.ts';
import {
  createRecorder,
  STOPPED,
  type Exchange,
  type Recorder,
  type RecorderOptions,
} from './recorded-fetch.ts';
import { jsonReport, writeReport, type Report } from './report.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { tryWrites } from './try-writes.ts';
import { isWorking, verdictsOf, type Verdict } from './verdicts.ts';
import { addressOf } from './problem.ts';
import { wrong } from './checks.ts';

/** What the command needs of its process. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly fetch: Fetch;
  readonly pause: (ms: number) => Promise<void>;
  /** Writes a file. Without `replace` an existing one stays. @returns whether it was written */
  readonly write: (file: string, text: string, replace: boolean) => boolean;
}

/** Runs the command; its exit code: 0 everything works, 1 something does not, 2 wrong usage. */
export async function runDoctor(given: readonly string[], terminal: Terminal): Promise<number> {
  const secrets = createSecrets();
  const out = (text: string) => terminal.out(secrets.hide(text));
  const error = (line: string) => terminal.error(`${oneLine(secrets.hide(line))}\n`);
  try {
    const options = await readOptions(given, terminal.env);
    if (options.kind === 'help') {
      out(USAGE);
      return 0;
    }
    if (options.kind === 'page') {
      secrets.add(options.secret);
      const report = await examinePage(options, terminal.fetch);
      out(options.json ? jsonReport(report) : writeReport(report));
      return report.sections.some(({ checks }) => checks.some(({ state }) => state === 'wrong')) ? 1 : 0;
    }
    return await examineService(options, { ...terminal, out, error }, secrets);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    error(thrown.message);
    return 2;
  }
}

/** Whether an element works with answers of the service; a given token and profile ask nothing. */
const hasAnswers = (verdict: Verdict): boolean =>
  isWorking(verdict) && verdict.findings.some(({ exchanges }) => exchanges.length > 0);

async function examineService(
  options: ServiceOptions,
  terminal: Terminal,
  secrets: Secrets,
): Promise<number> {
  const { settings, signing, har } = options;
  for (const secret of [settings.token, settings.signature, signing?.secret])
    secrets.add(secret ?? undefined);
  const recorders: Recorder[] = [];
  const startRecorder = (how?: RecorderOptions): Recorder => {
    const recorder = createRecorder(terminal.fetch, secrets, how);
    recorders.push(recorder);
    return recorder;
  };
  try {
    return await reportOn(options, terminal, secrets, startRecorder);
  } finally {
    const exchanges = recorders.flatMap((one) => one.exchanges).sort((a, b) => a.sentAt - b.sentAt);
    if (har !== undefined) terminal.write(har, secrets.hide(harOf(exchanges)), true);
  }
}

async function reportOn(
  options: ServiceOptions,
  terminal: Terminal,
  secrets: Secrets,
  startRecorder: (how?: RecorderOptions) => Recorder,
): Promise<number> {
  const { settings, json } = options;
  const recorder = startRecorder();
  const examination: ExamineOptions = {
    settings,
    recorder,
    pause: terminal.pause,
    note: (line) => terminal.error(line),
    expectedPoints: options.expectedPoints,
    isHopeless: () => isHopeless(recorder.exchanges),
  };
  const { findings } = await examine(examination, { list: options.list, share: options.share });
  const problem = contactProblem(settings, recorder.exchanges);
  const draft = isHopeless(recorder.exchanges) ? undefined : await draftFor(options, examination);
  // A signature of another form, or other paths, can be all that is wrong.
  if (problem !== undefined && !draft?.verdicts.some(hasAnswers)) {
    terminal.error(problem);
    return 1;
  }
  // Asked anew: an answer from memory would not show what a write has changed.
  const freshly = (): Loyalty => connect(settings, { recorder: startRecorder({ isForgetful: true }) });
  const writes = options.write
    ? await tryWrites(freshly, options.product, {
        pause: terminal.pause,
        file: settings.tenantFile ?? undefined,
      })
    : undefined;
  // Without a profile there is nothing to compare, except with the draft.
  const hasProfile = findings.get('account')?.status === 'loaded';
  const isByDraft = !hasProfile && draft !== undefined;
  const tried = isByDraft ? { ...settings, tenantFile: draft.file } : settings;
  const comparisons = await compareAnswers(
    { ...examination, settings: tried },
    isByDraft ? draft.findings : findings,
  );
  const { expectedPoints } = options;
  const pages = await comparePages(examination, findings);
  const verdicts = verdictsOf(findings, { posts: writes?.posts, expectedPoints, pages });
  const connection = await checkConnection(
    { ...options, settings: tried },
    examination,
    draft?.findings ?? findings,
  );
  const writeDraft = ({ source }: OfferedDraft): string | undefined => {
    const file = options.draft ?? DRAFT_FILE;
    return terminal.write(file, secrets.hide(source), options.draft !== undefined) ? file : undefined;
  };
  const report: Report = {
    subject: settings.baseUrl,
    verdicts,
    sections: [
      { title: 'Not read', checks: cutLines(recorder.exchanges).map(wrong) },
      {
        title: `Answers compared with each other${isByDraft ? ', with the draft' : ''}`,
        checks: comparisons,
      },
      { title: 'Writes', checks: writes?.checks ?? [] },
      { title: `Connection${isByDraft ? ', with the draft' : ''}`, checks: connection },
    ],
    next:
      draft === undefined
        ? []
        : nextLines(draft, verdictsOf(findings, { expectedPoints, pages }), writeDraft(draft)),
  };
  terminal.out(json ? jsonReport(report) : writeReport(report));
  return verdicts.some(({ result }) => result === 'does not work') ? 1 : 0;
}

/** Answers that were not read, or not to their end, and requests that were not sent any more. */
function cutLines(exchanges: readonly Exchange[]): string[] {
  const lines = exchanges.flatMap((one) => {
    if (one.failure === STOPPED) return [`Requests were ${STOPPED}.`];
    return one.cut === undefined ? [] : [`${addressOf(one)}: the answer ${one.cut}, and was not read.`];
  });
  return [...new Set(lines)];
}
