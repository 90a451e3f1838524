// Facts that documents state, read from the code and from the build: writes docs/facts.json, and each of them where a document has
// `<!-- fact: NAME -->…<!-- /fact -->`. With --check it fails where they differ. Runs with tsx, after npm run build.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { CATALOGUE } from '../src/components/catalogue.ts';
import { routes } from '../demo/service/routes.ts';
import { createDocument } from '../demo/service/api/openapi/document.ts';
import { delaysOf } from '../demo/service/events/schedule.ts';
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

/** What a file assigns to a constant: numbers, products and lists of them, objects of numbers. */
function constantOf(file, name) {
  const [, text] = new RegExp(`const ${name}\\b[^=]*= ([^;]+);`).exec(readFileSync(file, 'utf8')) ?? [];
  if (!text || !/^[\w\s*.,:{}()]+$/.test(text))
    throw new Error(`${file} has no constant ${name} of numbers.`);
  return new Function(`return (${text.replace(' as const', '')});`)();
}

const READ = 'src/proxy/settings/read.ts';
const GUEST_ALERTS = 'demo/service/lists/guest-alerts.ts';
const GRANTS = 'demo/service/auth/grant-routes.ts';
const DASHBOARD = 'demo/service/dashboard/session.ts';
const TEMPLATE = 'demo/service/events/template.ts';

/** A number with its thousands separated: 1,000. */
const digits = (number) => number.toLocaleString('en');
const minutes = (milliseconds) => `${milliseconds / 60_000} minutes`;

/** When a failed delivery is tried again. */
function retries() {
  const first = delaysOf({ retryHourly: false, retryDaily: false });
  const [seconds, ...later] = first.slice(1);
  const apart = later.map((delay) => `${delay / 60} minutes`).join(' and ');
  const times = (settings) =>
    delaysOf({ retryHourly: false, retryDaily: false, ...settings }).length - first.length;
  return `${seconds} seconds, ${apart}; with \`retry_hourly\` then ${times({ retryHourly: true })} times an hour apart; with \`retry_daily\` then ${times({ retryDaily: true })} times a day apart`;
}

/** Limits and lifetimes, as the code has them. */
function limits() {
  const proxy = constantOf(READ, 'LIMITS');
  const slow = constantOf('src/proxy/routes/limits.ts', 'SLOW_SECONDS');
  const window = minutes(constantOf('src/proxy/routes/limits.ts', 'QUARTER_HOUR_SECONDS') * 1_000);
  const tokens = constantOf('demo/service/auth/tokens.ts', 'NEW_TOKENS_PER_HOUR');
  const misses = constantOf('demo/service/api/failed-lookups.ts', 'MISSES');
  const code = constantOf('src/proxy/proofs/code.ts', 'TRIES_PER_CODE');
  const requests = constantOf('demo/service/api/rate-limit.ts', 'REQUESTS_PER_MINUTE');
  const answer = constantOf('src/proxy/upstream/exchange.ts', 'MAX_ANSWER_BYTES') / 1e6;
  const deadline = constantOf(READ, 'DEADLINE_MS') / 1_000;
  const grants = (name) => digits(constantOf(GRANTS, name));
  return {
    'tries-of-an-account': `${proxy.perAccount} in ${window}; ${proxy.perAccountInAll} in an hour, then one in ${slow} seconds`,
    'tries-of-an-address': `${proxy.perAddress} in ${window}`,
    'new-accounts': `${proxy.createPerAddress} in an hour`,
    'codes-by-email': `${proxy.codesPerAccount}; ${proxy.codesPerAddress} in an hour`,
    'tries-of-a-code': `${code}; ${code}`,
    'life-of-a-code': minutes(constantOf('src/proxy/proofs/code.ts', 'CODE_LIFETIME_MS')),
    'unproven-sign-ins': `${proxy.unprovenPerAddress} in a minute`,
    'requests-of-guests': `${proxy.guestPerAddress}; ${proxy.wrongLinksPerAddress} in a minute`,
    'links-without-the-proxy': `${requests} (\`LINK_REQUESTS_PER_MINUTE\`); ${misses.guest} (\`WRONG_LINKS_PER_MINUTE\`) in a minute`,
    'links-to-guests': `${constantOf(GUEST_ALERTS, 'LINKS_PER_ADDRESS')}; ${constantOf(GUEST_ALERTS, 'REQUESTS_PER_CLIENT')} in an hour`,
    'requests-of-a-token': `${requests} in a minute`,
    'unknown-handles': `${misses.customer}; ${misses.machine} in a minute`,
    'new-tokens': `${tokens.customer}; ${digits(tokens.address)} in an hour`,
    'life-of-a-storefront-token': minutes(
      constantOf('demo/service/auth/tokens.ts', 'STOREFRONT_LIFETIME_SECONDS') * 1_000,
    ),
    'wrong-signatures': `${grants('WRONG_SIGNATURES_PER_MINUTE')} in a minute`,
    enrolments: `${grants('ENROLMENTS_PER_HOUR')} in an hour`,
    'client-credentials': `${grants('REFUSALS_PER_MINUTE')}; ${grants('TRIES_PER_MINUTE')} in a minute`,
    'tries-of-staff': `${constantOf(DASHBOARD, 'TRIES_PER_ADDRESS')}; ${constantOf(DASHBOARD, 'TRIES_PER_MINUTE')} in a minute`,
    'limits-of-logins': `at most ${proxy.perAccount} for an account from one address and ${proxy.perAddress} from an address in a quarter of an hour, and ${proxy.perAccountInAll} for an account in an hour from all addresses together; beyond that, one in ${slow} seconds`,
    'largest-answer': `${answer} MB`,
    'sizes-of-the-proxy': `${constantOf('src/proxy/guard/body.ts', 'MAX_BODY_BYTES') / 1_024} KB request, ${answer} MB response, ${deadline} s in total, ${deadline / 2} s for a part of \`/page\``,
    retries: retries(),
    'limits-of-templates': `${constantOf('demo/service/events/conditions.ts', 'MAX_CONDITIONS')} conditions, ${digits(constantOf(TEMPLATE, 'MAX_TEMPLATE_CHARACTERS'))} characters of template, ${constantOf(TEMPLATE, 'MAX_PLACEHOLDERS')} placeholders, ${constantOf(TEMPLATE, 'MAX_RESULT_BYTES') / 1_024} KB of result`,
    'sizes-of-bodies': `${digits(constantOf('demo/service/api/body.ts', 'MAX_BODY_BYTES'))} bytes for one record, ${constantOf('src/services/contract/envelope.ts', 'MAX_BATCH_BYTES') / 1_024 / 1_024} MiB for batches and imports`,
  };
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
  'bytes-of-a-balance': kB(bytesOf('loyalty.js', 'elements.js')),
  'bytes-of-the-style-sheet': kB(bytesOf('loyalty.css')),
  'bytes-of-a-language': `${kB(Math.min(...localeBytes))} to ${kB(Math.max(...localeBytes))}`,
  'files-without-a-hash': codes(names.filter((name) => !/-[0-9a-f]{8}\.js$/.test(name))),
  'error-codes': codes(valuesOf('src/services/transport/errors.ts', 'LoyaltyErrorCode')),
  'operations-without-a-token': codes(openOperations()),
  'request-headers': codes(Object.keys(headersFor(request, '{}', 'Idempotency-Key'))),
  'response-headers': codes(RELAYED),
  elements: String(CATALOGUE.length + 1), // with the provider
  'bytes-of-a-file': digits(constantOf('test/build/budgets.test.ts', 'FILE_BYTES')),
  ...limits(),
};

const PLACE = /(<!-- fact: (.+?) -->)[^]*?(<!-- \/fact -->)/g;
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
