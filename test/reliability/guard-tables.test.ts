import { readdirSync, readFileSync, statSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { BREAKS } from '../../scripts/guards/breaks.mjs';
import { UNBROKEN } from '../../scripts/guards/equivalent.mjs';
import { GROUPS } from '../../scripts/guards/table.mjs';

// `npm run test:guards` breaks the guards of its tables. What stands in none of them would never be broken.

/** Folders and files whose work is to refuse. */
const GUARDING = [
  'src/proxy/proofs',
  'src/proxy/guard',
  'src/proxy/allow-list',
  'src/proxy/routes',
  'demo/service/auth',
  'demo/service/api/access.ts',
  'demo/service/api/failed-lookups.ts',
  'demo/service/api/mount.ts',
  'demo/service/api/rate-limit.ts',
];
/** Files of the proxy in these folders that refuse nothing. */
const REFUSES_NOTHING = [
  'src/proxy/proofs/catalogue.ts', // exports
  'src/proxy/proofs/proof.ts', // types
  'src/proxy/guard/deadline.ts', // ends work
];

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(`${path}/${name}`)) : [path];
const files = GUARDING.flatMap(filesIn);

interface Refusal {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Functions that throw where something is refused. */
const REFUSING = /^(consume|consumeAddress|refuse\w*|check[A-Z]\w*)$/;

function nameOfCall(node: ts.Node): string {
  const call = ts.isAwaitExpression(node) ? node.expression : node;
  if (!ts.isCallExpression(call)) return '';
  const { expression } = call;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** Conditions whose branch throws or refuses, and calls of functions that do, each a statement. */
function refusalsIn(source: string): Refusal[] {
  const file = ts.createSourceFile('guard.ts', source, ts.ScriptTarget.Latest, true);
  const refuses = (node: ts.Node): boolean => {
    if (ts.isThrowStatement(node)) return true;
    if (ts.isExpressionStatement(node) || ts.isReturnStatement(node))
      return node.expression !== undefined && REFUSING.test(nameOfCall(node.expression));
    return (
      !ts.isFunctionLike(node) && (ts.forEachChild(node, (child) => refuses(child) || undefined) ?? false)
    );
  };
  const found: Refusal[] = [];
  const visit = (node: ts.Node): void => {
    const isCondition =
      ts.isIfStatement(node) &&
      (refuses(node.thenStatement) || (node.elseStatement !== undefined && refuses(node.elseStatement)));
    if (isCondition || (ts.isExpressionStatement(node) && refuses(node)))
      found.push({ start: node.getStart(), end: node.getEnd(), text: node.getText().replace(/\s+/g, ' ') });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const mutated = new Set(GROUPS.flatMap((group) => group.files));
const broken = new Set(BREAKS.map(({ file }) => file));

/** The refusals of a file that no table breaks. */
function unbrokenIn(
  file: string,
  source: string,
  breaks: readonly { readonly file: string; readonly text: string }[],
): string[] {
  const places = breaks
    .filter((one) => one.file === file)
    .map(({ text }) => ({ start: source.indexOf(text), end: source.indexOf(text) + text.length }));
  return refusalsIn(source)
    .filter(({ start, end }) => !places.some((place) => place.start < end && place.end > start))
    .map(({ text }) => `${file}: ${text.slice(0, 100)}`);
}

describe('the tables of npm run test:guards', () => {
  it('have every file that refuses', () => {
    const inNone = files.filter((file) => !mutated.has(file) && !broken.has(file));
    expect(inNone.filter((file) => refusalsIn(readFileSync(file, 'utf8')).length > 0)).toEqual([]);
    const ofProxy = inNone.filter((file) => file.startsWith('src/proxy/'));
    expect(ofProxy).toEqual(REFUSES_NOTHING);
  });

  it('break each condition that refuses, or say why no request can tell the difference', () => {
    const found = files
      .filter((file) => !mutated.has(file))
      .flatMap((file) => unbrokenIn(file, readFileSync(file, 'utf8'), [...BREAKS, ...UNBROKEN]));
    expect(found).toEqual([]);
  });

  it('name texts that occur once in their file', () => {
    const times = [...BREAKS, ...UNBROKEN].map(({ file, text }) => ({
      file,
      text,
      count: readFileSync(file, 'utf8').split(text).length - 1,
    }));
    expect(times.filter(({ count }) => count !== 1)).toEqual([]);
    for (const { reason } of UNBROKEN) expect(reason).not.toBe('');
  });

  it('name each existing test file', () => {
    const tests = new Set([...GROUPS.flatMap((group) => group.tests), ...BREAKS.map(({ test }) => test)]);
    for (const test of tests) expect([test, statSync(test).isFile()]).toEqual([test, true]);
  });

  it.each([
    ['a condition that throws', 'function f(x) { if (x) throw new Error(); }', 1],
    ['a condition with a block', 'function f(x) { if (x) { log(); throw new Error(); } }', 1],
    ['a condition of two', 'function f(x) { if (x) return 1; else throw new Error(); }', 1],
    ['a condition that returns a refusal', 'function f(x) { if (x) return refuse(); }', 1],
    ['a limit', 'async function f(x) { await consume(x); limits.consumeAddress(x); refuseExcess(x); }', 3],
    ['a check', 'function f(x) { checkScopes(x); }', 1],
    ['a condition that refuses nothing', 'function f(x) { if (x) return 1; g(() => { throw x; }); }', 0],
  ])('twin: the search finds %s', (_, source, count) => {
    expect(refusalsIn(source)).toHaveLength(count);
    expect(unbrokenIn('made-up.ts', source, [])).toHaveLength(count);
  });

  it('twin: the search finds a refusal that another break of the file does not touch', () => {
    const source = 'function f(x, y) { if (x) throw new Error(); if (y) throw new Error(); }';
    expect(unbrokenIn('made-up.ts', source, [{ file: 'made-up.ts', text: 'if (x) ' }])).toEqual([
      'made-up.ts: if (y) throw new Error();',
    ]);
  });
});
