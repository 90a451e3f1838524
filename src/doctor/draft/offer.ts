import path from 'node:path';
import type { TenantFile } from '../../services/transport/tenant/tenant-file.ts';
import { comparePages } from '../compare-answers.ts';
import { examine, type ExamineOptions, type Findings } from '../examine.ts';
import type { ServiceOptions } from '../options.ts';
import { sumOf } from '../report.ts';
import { isWorking, verdictsOf, type Verdict } from '../verdicts.ts';
import { inferDraft } from './infer.ts';
import { fileOf, writeDraft } from './rules.ts';

// A draft of a tenant file, with what the elements do with it as it is.

export const DRAFT_FILE = 'tenant.draft.mjs';

export interface OfferedDraft {
  readonly source: string;
  readonly file: TenantFile;
  readonly findings: Findings;
  readonly lines: number;
  readonly verdicts: readonly Verdict[];
  readonly left: readonly string[];
}

/** @returns `undefined` where nothing could be inferred */
export async function draftFor(
  { settings, list, share, expectedPoints, tenant, draft = DRAFT_FILE }: ServiceOptions,
  options: ExamineOptions,
): Promise<OfferedDraft | undefined> {
  const { rules, left } = await inferDraft(options, { list, share });
  const lines = rules.filter(({ isGiven }) => !isGiven).length;
  if (!lines) return undefined;
  const file = fileOf(rules);
  const withDraft = { ...options, settings: { ...settings, tenantFile: file } };
  const { findings } = await examine(withDraft, { list, share });
  const pages = await comparePages(withDraft, findings);
  const verdicts = verdictsOf(findings, { expectedPoints, pages });
  const head = [
    `A draft, made from the answers of ${settings.baseUrl}. Each line says why it is there.`,
    ...(tenant === undefined ? [] : [`It has what ${tenant} says, and what is missing there.`]),
    'Read it, correct what is wrong, and try it: loyalty-doctor --tenant FILE.',
    `With this file as it is, ${sumOf(verdicts)}`,
  ];
  const source = writeDraft(rules, head, left, tenant && addressFrom(draft, tenant));
  return { source, file, findings, lines, verdicts, left };
}

/** The address by which one module imports another one. */
function addressFrom(importer: string, imported: string): string {
  const address = path.relative(path.dirname(importer), imported).replaceAll('\\', '/');
  return address.startsWith('.') ? address : `./${address}`;
}

/** @param file where the draft is; `undefined` where it was not written */
export function nextLines(
  { lines, verdicts, left }: OfferedDraft,
  before: readonly Verdict[],
  file: string | undefined,
): string[] {
  const count = verdicts.filter(isWorking).length;
  const gain = `With a draft of ${lines} lines, ${count} of ${verdicts.length} elements work (without it ${before.filter(isWorking).length}).`;
  const still = verdicts
    .filter(({ result }) => result === 'does not work')
    .map(({ element, why }) => `${element} (${why})`);
  return [
    gain,
    ...(still.length ? [`Not with it: ${still.join(', ')}.`] : []),
    file === undefined
      ? `${DRAFT_FILE} exists and was left as it is: name another file with --draft.`
      : `It is in ${file}: read it, correct it, and try it with --tenant ${file}.`,
    ...(left.length ? [`${left.length} things have no line in it: they are listed at its end.`] : []),
  ];
}
