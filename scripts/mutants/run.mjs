// `npm run test:mutants -- --seed 7`: draws small changes of the source outside the guards of `scripts/guards`, and looks which tests fail.
// `--count 20` draws twenty for each part (10 otherwise), `--part elements` only there, `--file tier/` only in files with that text.
// The same seed draws the same mutants of the same source. They are made in a copy, `.cache/mutants`, never in the working tree.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, fill, startDatabaseServer } from '../../test/support/service-database-server.ts';
import { BREAKS } from '../guards/breaks.mjs';
import { GROUPS } from '../guards/table.mjs';
import { EQUIVALENT } from './equivalent.mjs';
import { mutantsOf } from './places.mjs';

const PARTS = {
  services: /^src\/services\//,
  'client-and-proxy': /^src\/(client|proxy)\//,
  service: /^demo\/service\//,
  doctor: /^src\/doctor\//,
  elements: /^src\/(components\/|\w+\.ts)/,
};
/** Texts, styles, sample data, SQL, and what is generated; and the script tag, whose tests need a build. */
const LEFT_OUT =
  /^src\/(locales\/|autoloader)|-styles\.ts$|message-keys\.ts$|element-boxes\.ts$|\/migrations\/|\/seed\/|\.d\.ts$/;

/** The tests of a mutant: the nearest, then more at once the further they stand, until the time is over: 120 s, or `--seconds`. */
const CHUNKS = [2, 4, 8, 16, 32, 400];

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '10' },
    part: { type: 'string' },
    file: { type: 'string', default: '' },
    seconds: { type: 'string', default: '120' },
  },
});
const { seed, count, part, file: chosenFile, seconds } = values;
const LIMIT_MS = Number(seconds) * 1_000;
if (!/^\d+$/.test(seed ?? '')) throw new Error('Give the draw a number: npm run test:mutants -- --seed 7');
if (!/^\d+$/.test(count)) throw new Error(`--count takes a number, not "${count}".`);
if (!(LIMIT_MS >= 10_000)) throw new Error(`--seconds takes a number from 10, not "${seconds}".`);
if (part !== undefined && !(part in PARTS))
  throw new Error(`--part takes one of ${Object.keys(PARTS).join(', ')}, not "${part}".`);

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(start) {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
const tracked = listed.split('\n').filter((file) => file && existsSync(file));
const guarded = new Set([...GROUPS.flatMap(({ files }) => files), ...BREAKS.map(({ file }) => file)]);

/** Draws lines, and one of the mutants of each. */
function draw(name) {
  const random = randomOf(Number(seed) * 1_000 + Object.keys(PARTS).indexOf(name));
  const byLine = new Map();
  for (const file of tracked.filter(
    (one) => PARTS[name].test(one) && one.endsWith('.ts') && one.includes(chosenFile),
  ))
    if (!LEFT_OUT.test(file) && !guarded.has(file))
      for (const mutant of mutantsOf(file, readFileSync(file, 'utf8'))) {
        const line = `${file}:${mutant.line}`;
        byLine.set(line, [...(byLine.get(line) ?? []), mutant]);
      }
  const lines = [...byLine.values()];
  const take = (from) => Math.floor(random() * from);
  return Array.from({ length: Math.min(Number(count), lines.length) }, () => {
    const [mutants] = lines.splice(take(lines.length), 1);
    return mutants[take(mutants.length)];
  });
}

const TREE = path.resolve('.cache/mutants');
function copyTree() {
  rmSync(TREE, { recursive: true, force: true });
  mkdirSync(TREE, { recursive: true });
  for (const file of tracked) cpSync(file, path.join(TREE, file));
  // The unpacked browser, too: unpacking it takes longer than most mutants.
  const unpacked = existsSync('.cache')
    ? readdirSync('.cache').filter((name) => name.startsWith('chromium'))
    : [];
  mkdirSync(path.join(TREE, '.cache'));
  for (const name of [
    'node_modules',
    'demo/service/node_modules',
    'dist',
    ...unpacked.map((one) => `.cache/${one}`),
  ])
    if (existsSync(name)) symlinkSync(path.resolve(name), path.join(TREE, name));
}

copyTree();
process.chdir(TREE);
const { nearestTests } = await import('./nearest-tests.mjs');
const { firstFailure } = await import('./run-tests.mjs');
const server = await startDatabaseServer();
const template = await createDatabase(server.url);
await fill(template.url);
const provide = { databaseUrl: server.url, databaseTemplate: template.name };

/** Whether a test file passes on the source as it is, by its name. One that does not proves nothing about a mutant. */
const passes = new Map();
async function passesUnchanged(test) {
  if (!passes.has(test)) {
    const { failed, late } = await firstFailure([test], { limitMs: LIMIT_MS, provide });
    passes.set(test, !failed && !late);
    if (failed || late) console.log(`${test} fails without a mutant, and is left out.`);
  }
  return passes.get(test);
}

/** Whether tests that did not end in a time end in half of it without the mutant, which is then what keeps them from ending. */
async function endsUnchanged(tests, limitMs) {
  const { failed, late } = await firstFailure(tests, { limitMs: limitMs / 2, provide });
  return !failed && !late;
}

/** The source of a mutant's file, and what it is with the mutant. */
function sourcesOf({ file, start, end, text }) {
  const source = readFileSync(file, 'utf8');
  return { source, broken: source.slice(0, start) + text + source.slice(end) };
}

async function outcomeOf(mutant) {
  const { file } = mutant;
  const { source, broken } = sourcesOf(mutant);
  const stop = Date.now() + LIMIT_MS;
  let waiting = nearestTests(file);
  let ran = 0;
  for (let chunk = 0; waiting.length && Date.now() < stop - 5_000;) {
    waiting = waiting.filter((test) => passes.get(test) !== false);
    const tests = waiting.slice(0, CHUNKS[chunk]);
    const limitMs = stop - Date.now();
    writeFileSync(file, broken);
    const { failed, late } = await firstFailure(tests, { limitMs, provide });
    writeFileSync(file, source);
    if (late)
      return (await endsUnchanged(tests, limitMs)) ? { killedBy: `no end of ${tests.join(', ')}` } : { ran };
    if (failed && (await passesUnchanged(failed))) return { killedBy: failed };
    if (failed) continue;
    waiting = waiting.slice(tests.length);
    ran += tests.length;
    chunk++;
  }
  return { ran };
}

/** Whether the compiler, which is a part of `npm run check`, refuses a mutant that no test has noticed. */
function isRefusedByCompiler(mutant) {
  const { file } = mutant;
  const { source, broken } = sourcesOf(mutant);
  writeFileSync(file, broken);
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit'], {
    stdio: 'ignore',
  });
  writeFileSync(file, source);
  return status !== 0;
}

const equivalentOf = (mutant) =>
  EQUIVALENT.find((entry) =>
    ['file', 'within', 'code', 'text'].every((field) => entry[field] === mutant[field]),
  );

const rows = [];
try {
  for (const name of Object.keys(PARTS).filter((one) => part === undefined || one === part)) {
    const row = { part: name, seed: Number(seed), drawn: 0, killed: 0, survived: 0, equivalent: 0 };
    for (const mutant of draw(name)) {
      const { file, line, within, operator, code, text } = mutant;
      const began = Date.now();
      const same = equivalentOf(mutant);
      const { killedBy: test, ran } = same ? {} : await outcomeOf(mutant);
      const killedBy = test ?? (!same && isRefusedByCompiler(mutant) ? 'the compiler' : undefined);
      const outcome = same ? 'equivalent' : killedBy ? 'killed' : 'survived';
      row.drawn++;
      row[outcome]++;
      const detail = same ? same.reason : killedBy ? `by ${killedBy}` : `${ran} test files`;
      console.log(
        `${outcome} ${file}:${line} ${operator} (${detail}, ${Math.round((Date.now() - began) / 1000)} s)`,
      );
      if (!killedBy) console.log(`    ${within}\n  - ${code}\n  + ${text}`);
    }
    const counted = row.drawn - row.equivalent;
    rows.push({ ...row, share: counted ? `${Math.round((100 * row.killed) / counted)} %` : '' });
  }
} finally {
  await template.drop();
  await server.stop();
}
console.table(rows);
process.exit(rows.some(({ survived }) => survived > 0) ? 1 : 0);
