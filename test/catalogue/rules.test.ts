import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const LAST_RULE = 121;
const rules = Array.from({ length: LAST_RULE }, (_, at) => at + 1);

/** Why a rule needs no test, in a few words; a rule that has a test does not stand here. */
const untested: Readonly<Record<number, string>> = {};

/** Tests whose rules concern a service that implements the interface. */
const ofService = /^(service|e2e)\//;

/** Why a rule needs no test of the service, in a few words. */
const notOfService: Readonly<Record<number, string>> = {
  35: 'what a client must put up with',
  44: 'what a client must put up with',
  85: 'a secret kept from browsers',
  93: 'the proxy',
  94: 'the proxy',
  95: 'the proxy',
  96: 'the proxy',
  97: 'the proxy',
  98: 'options of the client',
  99: 'logging of the client',
};

const root = new URL('..', import.meta.url);
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.test.ts') && file !== 'catalogue/rules.test.ts');

/** The numbers of the rules that a text names: `R57`, and each of `R36 to R42`. */
function namedIn(text: string): number[] {
  return [...text.matchAll(/\bR(\d{1,3})(?: to R(\d{1,3}))?\b/g)].flatMap(([, first, last = first]) =>
    rules.filter((rule) => rule >= Number(first) && rule <= Number(last)),
  );
}

const namedBy = (chosen: readonly string[]) =>
  new Set(chosen.flatMap((file) => namedIn(readFileSync(new URL(file, root), 'utf8'))));

/** The rules that neither a test names nor a reason excuses. */
const open = (named: ReadonlySet<number>, reasons: Readonly<Record<number, string>>) =>
  rules.filter((rule) => !named.has(rule) && !reasons[rule]).map((rule) => `R${rule}`);

describe('each rule of the interface', () => {
  it('is named by a test, or there is a reason why not', () => {
    expect(open(namedBy(files), untested)).toEqual([]);
  });

  it('is named by a test of the service, or there is a reason why not', () => {
    expect(open(namedBy(files.filter((file) => ofService.test(file))), notOfService)).toEqual([]);
  });

  it('has no reason left over where a test names it', () => {
    const named = namedBy(files);
    expect(Object.keys(untested).filter((rule) => named.has(Number(rule)))).toEqual([]);
    const ofTheService = namedBy(files.filter((file) => ofService.test(file)));
    expect(Object.keys(notOfService).filter((rule) => ofTheService.has(Number(rule)))).toEqual([]);
  });

  it('is missed when its test goes', () => {
    const named = namedBy(files);
    named.delete(57);
    expect(open(named, untested)).toEqual(['R57']);
  });

  it('is read off titles by its whole number, and off ranges', () => {
    expect(namedIn("it('R1, R36 to R38: …') // XR5 R57b R122 R0")).toEqual([1, 36, 37, 38]);
  });
});
