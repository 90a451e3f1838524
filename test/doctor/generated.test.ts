import { describe, expect, it } from 'vitest';
import { comparePages } from '../../src/doctor/compare-answers.ts';
import { inferDraft } from '../../src/doctor/draft/infer.ts';
import { fileOf, type Rule } from '../../src/doctor/draft/rules.ts';
import { examine, type Findings } from '../../src/doctor/examine.ts';
import { createRecorder } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';
import { isWorking, verdictsOf } from '../../src/doctor/verdicts.ts';
import type { HistoryPage } from '../../src/services/customer/resources/history.ts';
import type { OperationRules, TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';
import { agreeing } from '../other-tenant/service/agreeing.ts';
import { generate, type Generated } from '../other-tenant/service/generated.ts';
import { startTenant } from '../other-tenant/service/start.ts';
import { countOf, seedOf } from '../support/counts.ts';
import { falseLines } from './support/false-lines.ts';

// Services that nobody wrote. The doctor knows nothing of them, and everything that its draft shows has to be what the service means.

/** The same service at the addresses of the interface: at others the doctor gets nothing but 404. */
function atOurAddresses({ dialect, tenantFile }: Generated): Generated {
  const operations = Object.fromEntries(
    Object.entries(tenantFile.operations ?? {}).map(([id, rules]) => {
      if (!rules || Array.isArray(rules)) return [id, rules];
      const { path: _path, method: _method, ...others } = rules as OperationRules;
      return [id, others];
    }),
  );
  return {
    dialect: { ...dialect, routes: agreeing.routes },
    tenantFile: { ...tenantFile, operations } as TenantFile,
  };
}

interface Tried {
  readonly rules: readonly Rule[];
  /** Elements that work with the draft. */
  readonly working: number;
  /** Lines that are false, and values that the draft shows and the service does not mean. */
  readonly wrong: readonly string[];
}

async function tryDraft({ dialect, tenantFile }: Generated): Promise<Tried> {
  const tenant = await startTenant(dialect, { requestsPerMinute: Infinity });
  try {
    const member = tenant.world.member('1001');
    const settings = {
      baseUrl: tenant.baseUrl,
      token: tenant.issueToken(member).token,
      profileId: String(member.id),
    };
    const recorder = createRecorder((url, init) => fetch(url, init), createSecrets());
    const options = { settings, recorder, pause: () => Promise.resolve(), note: () => {} };
    const { rules } = await inferDraft(options, {});
    const findingsWith = async (file: TenantFile): Promise<Findings> =>
      (await examine({ ...options, settings: { ...settings, tenantFile: file } }, {})).findings;
    const drafted = await findingsWith(fileOf(rules));
    const meant = await findingsWith(tenantFile);
    const isCut = (
      await comparePages({ ...options, settings: { ...settings, tenantFile: fileOf(rules) } }, drafted)
    ).some(({ state }) => state === 'wrong');
    const wrong = [...drafted].flatMap(([name, { status, value }]) => {
      const own = meant.get(name)!.value;
      // Where tiers do not load, an element shows itself without them.
      if (status !== 'loaded' || (name === 'tiers' && (value as readonly unknown[]).length === 0)) return [];
      // That pages after the first one are not read, the doctor says.
      if (name !== 'history' || !isCut) return differing(name, own, value);
      const [shown, known] = [value, own].map((page) => (page as HistoryPage).entries) as [
        unknown[],
        unknown[],
      ];
      const count = Math.min(shown.length, known.length);
      return differing(name, known.slice(0, count), shown.slice(0, count));
    });
    return {
      rules,
      working: verdictsOf(drafted).filter(isWorking).length,
      wrong: [...wrong, ...falseLines(rules, tenantFile)],
    };
  } finally {
    await tenant.stop();
  }
}

/** Where a value is shown that is another one than the service means. What is not shown is no difference. */
function differing(place: string, meant: unknown, shown: unknown): string[] {
  if (shown === undefined || shown === null || JSON.stringify(meant) === JSON.stringify(shown)) return [];
  if (typeof shown !== 'object' || typeof meant !== 'object' || meant === null)
    return [`${place}: ${JSON.stringify(shown)}, not ${JSON.stringify(meant)}`];
  if (Array.isArray(shown)) return differingRecords(place, meant as unknown[], shown);
  const known = meant as Record<string, unknown>;
  return Object.entries(shown).flatMap(([name, value]) =>
    isUnknown(name, shown) ? [] : differing(`${place} ${name}`, known[name], value),
  );
}

/** By id: without a line for what says so, a record can be shown that does not count, and the order can be another one. */
function differingRecords(place: string, meant: readonly unknown[], shown: readonly unknown[]): string[] {
  // Of achievements, the id of the record and that of its definition name the same one.
  const idOf = (one: unknown): unknown =>
    (one as { id?: unknown; name?: unknown } | null)?.[place === 'achievements' ? 'name' : 'id'];
  const hasIds = shown.every((one) => idOf(one) !== undefined);
  const find = (among: readonly unknown[], one: unknown, at: number): unknown =>
    hasIds ? among.find((other) => String(idOf(other)) === String(idOf(one))) : among[at];
  return [
    ...meant.flatMap((one, at) =>
      find(shown, one, at) === undefined ? [`${place} ${String(at)} is not shown`] : [],
    ),
    ...shown.flatMap((one, at) => {
      const known = find(meant, one, at);
      return known === undefined && hasIds ? [] : differing(`${place} ${String(at)}`, known, one);
    }),
  ];
}

/** What a value stands for that no answer said, by its name beside the others. */
function isUnknown(name: string, shown: object): boolean {
  const { count, items, completedAt } = shown as Record<string, unknown>;
  switch (name) {
    case 'reply': // as the service answered it: nothing is shown of it as it is
      return true;
    case 'items': // those that did not load have no count
      return 'count' in shown && count === undefined && (items as readonly unknown[]).length === 0;
    case 'id': // of an achievement: see above
      return 'isCompleted' in shown;
    case 'isCompleted': // an achievement without the time of its completion is shown with its progress
    case 'count':
      return 'isCompleted' in shown && completedAt === undefined;
    default:
      return false;
  }
}

/** Services for which a draft once showed something else. */
const KNOWN = [999_985, 5_001, 5_110];
const FIRST = seedOf();
const SEEDS = [
  ...KNOWN,
  ...Array.from({ length: countOf('DOCTOR_SEEDS', { share: 10, full: 200 }) }, (_, at) => FIRST + at),
];

describe('the draft for a service of any seed', () => {
  it.each(['invented', 'likely'] as const)(
    'shows what the service means, or nothing, where names are %s',
    { timeout: 1_200_000 },
    async (names) => {
      let lines = 0;
      let working = 0;
      const wrong: string[] = [];
      for (const seed of SEEDS) {
        const tried = await tryDraft(atOurAddresses(generate(seed, names)));
        lines += tried.rules.length;
        working += tried.working;
        wrong.push(...tried.wrong.map((one) => `SEED=${String(seed)} ${one}`));
      }
      console.log(
        `${String(SEEDS.length)} services with ${names} names: ${String(lines)} lines drafted, ${String(working)} of ${String(SEEDS.length * 25)} elements work, ${String(wrong.length)} lines or values are false`,
      );
      expect(wrong).toEqual([]);
    },
  );
});
