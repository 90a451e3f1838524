import { ruleAt, rulesOf, type Rule } from '../../../src/doctor/draft/rules.ts';
import type { TenantFile } from '../../../src/services/transport/tenant/tenant-file.ts';

// Compares a draft with the file that describes the service, line by line.

/** Lines of a draft that say another place than the file of the service. */
export function falseLines(drafted: readonly Rule[], file: TenantFile): string[] {
  const meant = rulesOf(file);
  return drafted.flatMap(({ at, value }) => {
    const truth = meantAt(meant, at);
    const said = at[2] === 'record' || at[2] === 'keep' ? placeOf(value) : value;
    return truth === undefined || said === undefined || sameText(said, truth)
      ? []
      : [`${at.join(' ')}: ${JSON.stringify(said)}, not ${JSON.stringify(truth)}`];
  });
}

/** What is right in a place of the draft; `undefined` where the file does not decide it. */
function meantAt(meant: readonly Rule[], at: readonly string[]): unknown {
  const [subject, operation = '', part, field = ''] = at;
  if (subject === 'paging') return ruleAt(meant, ...at) ?? null;
  if (subject === 'wishlist') return undefined; // two ways to say the same: the values that are shown decide
  if (subject !== 'operations') return undefined;
  if (part === 'data') return ruleAt(meant, ...at) ?? ruleAt(meant, 'data') ?? '/data';
  if (part !== 'record') return undefined;
  const [outer = '', ...inner] = field.split('.');
  const whole = ruleAt(meant, 'operations', operation, 'record', field);
  if (whole !== undefined) return placeOf(whole);
  if (!inner.length) return `/${outer}`;
  const source = ruleAt(meant, 'operations', operation, 'record', outer);
  const each = (source as { each?: Readonly<Record<string, unknown>> } | undefined)?.each ?? {};
  const name = inner.join('.');
  return `${source === undefined ? `/${outer}` : placeOf(source)}${name in each ? placeOf(each[name]) : `/${name}`}`;
}

/** The place that a source reads; `undefined` for a function, whose values are compared. */
const placeOf = (source: unknown): string | undefined =>
  typeof source === 'string'
    ? source
    : typeof source === 'object' && source !== null && 'from' in source
      ? String(source.from)
      : undefined;

const sameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
