// Facts that documents state, read from the code and from the build: writes docs/facts.json, and each of them where a document has
// `<!-- fact: NAME -->…<!-- end of fact -->`. With --check it fails where they differ. Runs with tsx, after npm run build.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { routes } from '../demo/service/routes.ts';
import { createDocument } from '../demo/service/api/openapi/document.ts';
import { RELAYED } from '../src/proxy/routes/relay.ts';
import { headersFor } from '../src/proxy/routes/forward.ts';

const FILE = 'docs/facts.json';
const CDN = 'dist/cdn';

const codes = (names) => names.map((name) => `\`${name}\``).join(', ');
const bytesOf = (...names) =>
  names.reduce((sum, name) => sum + brotliCompressSync(readFileSync(`${CDN}/${name}`)).length, 0);
/** Thousands of bytes, with one digit after the point. */
const kB = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`;

/** The members of a union of texts, without those that are marked as internal. */
function valuesOf(file, name) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const alias = source.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === name);
  return alias.type.types.map(({ literal }) => literal.text);
}

/** Operations that a request reaches without a token: `POST /v3/auth/token`. */
function openOperations() {
  const { paths } = createDocument('https://api.example.com/api', routes);
  const isOpen = ({ security }) =>
    security?.length === 0 || security?.some((one) => Object.keys(one).length === 0);
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isOpen(operation))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
}

const request = new Request('https://proxy.example.com/', {
  headers: { 'Accept-Language': 'de', 'Idempotency-Key': 'key-1234567890123456' },
});
const names = readdirSync(CDN);
const locales = names.filter((name) => name.startsWith('locale-'));
const localeBytes = locales.map((name) => bytesOf(name));

const facts = {
  'bytes of a balance': kB(bytesOf('loyalty.js', 'elements.js')),
  'bytes of the style sheet': kB(bytesOf('loyalty.css')),
  'bytes of a language': `${kB(Math.min(...localeBytes))} to ${kB(Math.max(...localeBytes))}`,
  'files without a hash': codes(names.filter((name) => !/-[0-9a-f]{8}\.js$/.test(name))),
  'error codes': codes(valuesOf('src/services/transport/errors.ts', 'LoyaltyErrorCode')),
  'operations without a token': codes(openOperations()),
  'request headers': codes(Object.keys(headersFor(request, '{}', 'Idempotency-Key'))),
  'response headers': codes(RELAYED),
};

const PLACE = /(<!-- fact: (.+?) -->)[^]*?(<!-- end of fact -->)/g;
const files = new Map([[FILE, `${JSON.stringify(facts, null, 2)}\n`]]);
const used = new Set();
for (const file of execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes('<!-- fact: ')) continue;
  const filled = text.replace(PLACE, (_, start, name, end) => {
    if (!facts[name]) throw new Error(`${file}: there is no fact "${name}". See ${FILE}.`);
    used.add(name);
    return start + facts[name] + end;
  });
  files.set(file, await format(filled, { ...(await resolveConfig(file)), parser: 'markdown' }));
}
const unused = Object.keys(facts).filter((name) => !used.has(name));
if (unused.length) throw new Error(`No document states: ${unused.join(', ')}.`);

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};
const changed = [...files].filter(([file, text]) => read(file) !== text);
if (!process.argv.includes('--check')) for (const [file, text] of changed) writeFileSync(file, text);
else if (changed.length) {
  const list = changed.map(([file]) => file).join(', ');
  console.error(`${list}: not what the code says. Run: npm run build && npx tsx scripts/facts.mjs`);
  process.exit(1);
}
