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
  /** Values that the draft shows and the service does not mean. */
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
      const { entries } = value as HistoryPage;
      return differing(name, (own as HistoryPage).entries.slice(0, entries.length), entries);
    });
    return { rules, working: verdictsOf(drafted).filter(isWorking).length, wrong };
  } finally {
    await tenant.stop();
  }
}

/** Where a value is shown that is another one than the service means. What is not shown is no difference. */
function differing(place: string, meant: unknown, shown: unknown): string[] {
  if (shown === undefined || shown === null || JSON.stringify(meant) === JSON.stringify(shown)) return [];
  if (typeof shown !== 'object' || typeof meant !== 'object' || meant === null)
    return [`${place}: ${JSON.stringify(shown)}, not ${JSON.stringify(meant)}`];
  if (Array.isArray(shown) && shown.length !== (meant as unknown[]).length)
    return [`${place}: ${String(shown.length)} records, not ${String((meant as unknown[]).length)}`];
  const { handle, count } = shown as { handle?: unknown; count?: unknown };
  return Object.entries(shown).flatMap(([name, value]) =>
    // As the service answered it: nothing is shown of it as it is. A list without a name is called by its handle, and items that did not load
    // have no count.
    name === 'reply' ||
    (name === 'name' && value === handle) ||
    (name === 'items' && 'count' in shown && count === undefined)
      ? []
      : differing(`${place} ${name}`, (meant as Record<string, unknown>)[name], value),
  );
}

/** Services for which a draft once showed something else. */
const KNOWN = [999_985, 5_001, 5_110];
const FIRST = seedOf();
const SEEDS = [
  ...KNOWN,
  ...Array.from({ length: countOf('DOCTOR_SEEDS', { share: 10, full: 200 }) }, (_, at) => FIRST + at),
];

describe('the draft for a service of any seed', () => {
  it('shows what the service means, or nothing', { timeout: 1_200_000 }, async () => {
    let lines = 0;
    let working = 0;
    const wrong: string[] = [];
    for (const seed of SEEDS) {
      const tried = await tryDraft(atOurAddresses(generate(seed)));
      lines += tried.rules.length;
      working += tried.working;
      wrong.push(...tried.wrong.map((one) => `SEED=${String(seed)} ${one}`));
    }
    console.log(
      `${String(SEEDS.length)} services: ${String(lines)} lines drafted, ${String(working)} of ${String(SEEDS.length * 23)} elements work, ${String(wrong.length)} values are wrong`,
    );
    expect(wrong).toEqual([]);
  });
});
