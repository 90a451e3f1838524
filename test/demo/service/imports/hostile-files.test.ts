import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addManualImport,
  queueOrders,
  uploadImport,
} from '../../../../src/services/contract/endpoints/index.ts';
import { longestTurn } from '../../../support/own-time.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

const SIZE = 4_900_000;
/** Nearly the largest body: in JSON, quotes and line ends have two characters. */
const filled = (part: string) => part.repeat(Math.floor(SIZE / (JSON.stringify(part).length - 2)));
const numbered = (cell: (at: number) => string, separator: string, length = SIZE) => {
  const cells: string[] = [];
  for (let at = 0, size = 0; size < length; at++) size += cells[cells.push(cell(at)) - 1]!.length + 1;
  return cells.join(separator);
};
/** 200 columns with long names, and 400 rows of one byte for each cell: stored, they would have 80 MB. */
const longNames = () =>
  `${Array.from({ length: 200 }, (_, at) => `${at}`.padEnd(1_000, 'x')).join(',')}\n${`${'1,'.repeat(199)}1\n`.repeat(400)}`;
const deep = (depth: number) => `{"description":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** The most that another request waits. */
const LONGEST_TURN_MS = 200;

describe('hostile files', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
    // Code that runs for the first time is slow.
    await upload({ format: 'csv', content: 'name\na\n'.repeat(20_000) });
  });
  afterAll(() => service.drop());

  const upload = (body: object) =>
    service.call(uploadImport, { token, body: JSON.stringify({ model: 'location', ...body }) });

  const files: readonly (readonly [
    what: string,
    format: 'csv' | 'ndjson',
    content: () => string,
    status: number,
  ])[] = [
    ['one line of quoted cells', 'csv', () => numbered((at) => `""""${at}""""`, ',', 2_000_000), 422],
    ['empty lines', 'csv', () => filled('\n'), 422],
    ['delimiters', 'csv', () => filled(','), 422],
    ['an unclosed quote', 'csv', () => `a\n"${filled('x')}`, 422],
    ['pairs of quotes', 'csv', () => filled('""'), 422],
    ['more rows than it may have', 'csv', () => filled('a\n'), 422],
    ['one line of unquoted quotes', 'csv', () => filled('a"'), 422],
    ['long names of columns', 'csv', longNames, 422],
    [
      'usual rows',
      'csv',
      () =>
        `name,external_id,is_published\n${numbered((at) => `"Stop, ${at}",s-${at},${'x'.repeat(40)}`, '\n', 4_000_000)}`,
      200,
    ],
    ['empty lines', 'ndjson', () => filled('\n'), 422],
    [
      'objects',
      'ndjson',
      () => numbered((at) => `{"name":"Stop","external_id":"s-${at}"}`, '\n', 2_500_000),
      200,
    ],
    ['one object', 'ndjson', () => `{"a":[${filled('1,')}1]}`, 422],
    ['objects nested 100,000 deep', 'ndjson', () => deep(100_000), 422],
    ['many nested objects', 'ndjson', () => numbered(() => deep(31), '\n', 2_000_000), 200],
    ['text that cannot be stored', 'ndjson', () => '{"a":"\\u0000"}', 422],
  ];
  it.each(files)('answers other requests while it reads %s as %s', async (_, format, content, status) => {
    const body = JSON.stringify({ model: 'location', format, content: content() });
    let answer: Answered | undefined;
    const longest = await longestTurn(async () => {
      answer = await service.call(uploadImport, { token, body });
    }, LONGEST_TURN_MS);
    expect(answer).toMatchObject({ status });
    expect(longest).toBeLessThan(LONGEST_TURN_MS);
    expect(service.errors).toEqual([]);
  });

  it('refuses a file that grows by the names of its columns in each stored row', async () => {
    const answer = await upload({ format: 'csv', content: longNames() });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { content: [expect.stringContaining('is too large with the names of its columns')] } },
    });
  });

  it.each([
    ['a list of numbers', () => `{"model":"location","records":[${filled('1,')}1]}`],
    ['empty records', () => `{"model":"location","records":[${filled('{},')}{}]}`],
    ['short fields', () => `{"model":"location","records":[{${numbered((at) => `"${at}":1`, ',')}}]}`],
    ['as many numbers as are read', () => `{"model":"location","records":[${'1,'.repeat(199_000)}1]}`],
    [
      'nested lists',
      () => `{"model":"location","records":[{"a":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}]}`,
    ],
  ])('answers other requests while it checks %s', async (_, body) => {
    const text = body();
    for (const endpoint of [addManualImport, queueOrders]) {
      let answer: Answered | undefined;
      const longest = await longestTurn(async () => {
        answer = await service.call(endpoint, { token, body: text });
      }, LONGEST_TURN_MS);
      expect(answer?.status).toBeGreaterThanOrEqual(400);
      expect(answer?.status).toBeLessThan(500);
      expect(longest).toBeLessThan(LONGEST_TURN_MS);
      expect(service.errors).toEqual([]);
    }
  });
});
