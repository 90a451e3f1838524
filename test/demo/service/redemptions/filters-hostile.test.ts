import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { seededRandom } from '../../../../demo/sample/seeded-random.ts';
import { redemptionAttributes } from '../../../../demo/service/redemptions/redemption-attributes.ts';
import type { AttributeKind } from '../../../../demo/service/api/query/attribute.ts';
import { operators, type Operator } from '../../../../demo/service/api/query/filter.ts';
import { countOf, measured, seedOf } from '../../../support/counts.ts';
import { filter, mara, names, openFilteredRedemptions, type FilteredRedemptions } from './filter-records.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { recordStatements, type Statements } from './statements.ts';

const SORTS = countOf('SORTS', { share: 200, full: 2_000 });
const SEED = seedOf();

const hostile = [
  "' or 1=1 --",
  "'; drop table redemptions; --",
  '1); delete from redemptions where (1=1',
  '$1',
  '?',
  '%',
  '_',
  '\\',
  '"',
  '``',
  '\u0000',
  '💥',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e308',
  '9'.repeat(400),
  '99999999999999999999',
  '-1',
  '0x10',
  '1.0000001',
  '{"$gt":""}',
  '[1,2]',
  '{}',
  ',',
  ',,,,',
  'a,b,"c',
  'true',
  '1',
  '2024-01-01',
  '9999-12-31',
  '0001-01-01',
  '2024-13-45',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'x'.repeat(1_001),
  '',
  ' ',
  '\t\r\n',
  "' union select token_hash from tokens --",
  "1' and pg_sleep(10) is null and '1'='1",
  '1;select pg_sleep(10)',
  '1 or true',
  '(select 1)',
  '$$;drop table profiles;$$',
  "E'\\x41'",
  '/**/or/**/1=1',
  '1::text',
  'id',
  '"profile_id"',
  '{1,2}',
  '\u02bc or 1=1 --',
  '１',
  '\u202e1',
  '__proto__',
  'constructor',
];

/** Encoded values, and texts that no encoder writes: a lone surrogate, an invalid UTF-8 byte, a lone percent sign. */
const written = [...hostile.map(encodeURIComponent), '%ED%A0%80', '%ff', '%'];

/** Between the conditions and the order of the redemptions; the order of their items comes before it. */
const ORDER = /(?<=where "redemptions"[^]*) order by /;

/** Ordinary values. */
const plain: Readonly<Record<AttributeKind, readonly string[]>> = {
  number: ['1', '1,2'],
  text: ['a', 'a,b'],
  moment: ['2024-01-01', '2024-01-01,2024-01-02'],
  day: ['2024-01-01', '2024-01-01,2024-01-02'],
  boolean: ['1', '1,0'],
  items: ['a', 'a,b'],
};

describe('hostile filters of redemptions', () => {
  let service: OpenService;
  let browse: FilteredRedemptions['browse'];
  let ids: FilteredRedemptions['ids'];
  let statements: Statements;
  let unfiltered: string[];
  let requests = 0;
  beforeAll(async () => {
    ({ service, browse, ids } = await openFilteredRedemptions());
    statements = recordStatements();
    // The first request of a token in a minute has an additional statement, which stores its last use.
    unfiltered = await statementsOf('');
  });
  afterAll(async () => {
    statements.stop();
    await service.drop();
  });
  afterEach(() => expect(service.errors).toEqual([]));

  /** The statements of a request; there are fewer if it finds no row. */
  async function statementsOf(query: string): Promise<string[]> {
    statements.take();
    await browse(query);
    return statements.take();
  }
  /** The statements for ordinary values of an attribute, and for a refused value. */
  async function expected(name: string, operator: Operator): Promise<Set<string>> {
    const { kind } = redemptionAttributes.get(name)!;
    const found = new Set(unfiltered);
    for (const value of [...plain[kind], '', '1', '0', 'x', '\0'])
      for (const one of await statementsOf(filter(name, operator, value))) found.add(one);
    return found;
  }

  it.each(names)(
    '%s: 9 operators × hostile values answer 200, or 422 with the reason, and alter no statement',
    async (name) => {
      const statuses = new Set<number>();
      for (const operator of operators) {
        const known = await expected(name, operator);
        for (const value of written) {
          statements.take();
          const { status, body } = await browse(`filter[${name}][${operator}]=${value}`);
          const altered = statements.take().filter((sent) => !known.has(sent));
          expect(altered, `${name} ${operator} ${value}`).toEqual([]);
          statuses.add(status);
          requests++;
          if (status === 422) expect(Object.keys(body.errors)).toEqual([`filter.${name}`]);
          else expect(status, `${name} ${operator} ${value}`).toBe(200);
        }
      }
      expect([...statuses].every((status) => status === 200 || status === 422)).toBe(true);
      expect(await ids('')).toHaveLength(6);
    },
  );

  it.each([
    'filter=1',
    'filter[]=1',
    'filter[type',
    'filter[type]]=1',
    'filter[type][eq][eq]=1',
    'filter[type][EQ]=1',
    'filter[type][]=1',
    'filter[[type]]=1',
    'filter[type%00]=1',
    `filter[${'x'.repeat(65)}]=1`,
    Array.from({ length: 51 }, () => 'filter[id]=1').join('&'),
    `filter[type]=${'x'.repeat(9_000)}`,
    `filter[id][in]=${Array.from({ length: 201 }, () => 1).join(',')}`,
  ])('%.60s answers 422, because its form is unknown', async (query) => {
    expect(await browse(query)).toMatchObject({ status: 422, body: { errors: expect.any(Object) } });
  });

  it(`sorted by hostile keys, answer 200 or 422 with a known statement (seed ${SEED})`, async () => {
    const random = seededRandom(SEED);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const unsorted = new Set(unfiltered);
    const sorted = async (key: string): Promise<string> =>
      (await statementsOf(`sort=${key}`)).find((text) => ORDER.test(text)) ?? '';
    /** The statement with its `order by` removed, and the terms of the `order by`. */
    const parts = (text: string): readonly [string, string] => {
      const [page = '', ...rest] = text.split(/(?=\), item as materialized )/);
      const [before = '', order = ''] = page.split(ORDER);
      return [before + rest.join(''), order];
    };
    const [start, byId] = parts(await sorted('id'));
    const terms = [byId, byId.replace(/asc$/, 'desc')];
    for (const name of names) {
      for (const sign of ['', '-']) {
        const [, order] = parts(await sorted(sign + name));
        terms.push(order.replace(/, "?redemptions"?\."?id"? (asc|desc)$/, ''));
      }
    }
    terms.sort((a, b) => b.length - a.length);
    /** Whether a statement orders by terms of the service only. */
    const isKnown = (sent: string): boolean => {
      if (unsorted.has(sent)) return true;
      const [before, order] = parts(sent);
      const rest = terms.reduce((text, term) => (term ? text.replaceAll(term, '') : text), order);
      return before === start && /^[, ]*$/.test(rest);
    };
    for (let count = 0; count < SORTS; count++) {
      const key = `${pick(['', '-', '--', '+'])}${pick(names)}`;
      const value = pick([
        pick(written),
        encodeURIComponent(`${key}${pick(hostile)}`),
        `${key},${pick(written)}`,
        key,
      ]);
      statements.take();
      const { status, body } = await browse(`sort=${value}`);
      const altered = statements.take().filter((sent) => !isKnown(sent));
      expect(altered, `sort=${value}`).toEqual([]);
      requests++;
      expect([200, 422], `sort=${value}`).toContain(status);
      if (status === 422) expect(Object.keys(body.errors)).toEqual(['sort']);
    }
  });

  it('twin: an altered statement is found when values are written into its text', async () => {
    statements.stop();
    statements = recordStatements({ inlined: true });
    const known = await expected('type', 'eq');
    const value = "' or 1=1 --";
    const altered = (await statementsOf(filter('type', 'eq', value))).filter((sent) => !known.has(sent));
    expect(altered.some((sent) => sent.includes(value))).toBe(true);
    statements.stop();
    statements = recordStatements();
  });

  it('are counted', ({ task }) => {
    const tried = `${requests} requests of ${names.length} attributes, ${operators.length} operators and ${written.length} values, ${SORTS} of them sorts`;
    measured(task, { tried, result: `0 altered statements, ${service.errors.length} answers of 500` });
    expect(requests).toBe(names.length * operators.length * written.length + SORTS);
  });

  it('twin: without bound parameters a value becomes SQL and returns all records', async () => {
    const value = "' or 1=1 --";
    const { rows } =
      await sql`select id from redemptions where profile_id = ${mara} and type = '${sql.raw(value)}'`
        .execute(service.db)
        .catch(() => ({ rows: [] }));
    expect(rows.length).toBeGreaterThan(6);
    expect(await ids(filter('type', 'eq', value))).toEqual([]);
  });
});
