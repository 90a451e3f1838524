// `npx tsx scripts/testing-answers.mjs` writes src/testing/answers.ts: what the service answers to the operations that elements call, from
// the recorded answers of the reference service.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { exampleOf } from '../demo/service/api/openapi/examples.ts';
import { allEndpoints } from '../src/services/contract/catalogue.ts';
import { CALLED } from '../src/services/customer/misconfiguration.ts';

const FILE = 'src/testing/answers.ts';
const called = new Set(CALLED.split(' ').map((name) => name.replace(/\{.*/, '')));

/** The recorded list is of a type that elements do not know. */
const LIST = exampleOf('profiles.lists.show').reply.data.handle;

/** The words of the files that read answers for the elements. */
const words = new Set(
  [
    ...readdirSync('src/services/customer', { recursive: true }).map((name) => `customer/${name}`),
    ...readdirSync('src/services/transport').map((name) => `transport/${name}`),
  ]
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(`src/services/${name}`, 'utf8').match(/\w+/g)),
);

/** A record without the fields that no element reads. Lists of the recorded answers have no other keys than numbers. */
const readFields = (record) =>
  JSON.parse(JSON.stringify(record), (key, value) => (/\D/.test(key) && !words.has(key) ? undefined : value));

/** A list as its only page: of the recorded one the first records are here. */
function onePage(reply) {
  if (!reply?.links) return reply;
  const total = reply.data.length;
  const meta = {
    current_page: 1,
    from: total ? 1 : null,
    last_page: 1,
    per_page: 25,
    to: total || null,
    total,
  };
  return { data: reply.data, links: { prev: null, next: null }, meta };
}

/** What elements ask a proxy beside the operations of the interface: the answers have no body. */
const OF_THE_PROXY = [
  { id: 'proxy.code', method: 'POST', path: '/code' },
  { id: 'proxy.logout', method: 'POST', path: '/logout' },
];

/** The text of src/testing/answers.ts. */
export async function testingAnswers() {
  const rows = allEndpoints
    .filter(({ id }) => called.has(id))
    .map(({ id, method, path }) => ({ id, method, path, reply: onePage(exampleOf(id)?.reply) }))
    .map((row) => readFields(row));
  const text = `// Written by scripts/testing-answers.mjs.

/** An operation with the body of its answer; without one, the answer has none. */
export interface TestAnswer {
  readonly id: string;
  readonly method: string;
  /** With its parameters: \`/v3/profiles/{profile}/tier\`. */
  readonly path: string;
  readonly reply?: unknown;
}

export const ANSWERS: readonly TestAnswer[] = ${JSON.stringify([...rows, ...OF_THE_PROXY]).replaceAll(LIST, 'wishlist')};
`;
  return format(text, { ...(await resolveConfig(FILE)), filepath: FILE });
}

if (import.meta.filename === process.argv[1]) writeFileSync(FILE, await testingAnswers());
