import { existsSync } from 'node:fs';
import { contracts } from '../../src/services/contract/catalogue.ts';
import { describe, expect, it } from 'vitest';
import {
  anchorsOf,
  headingsOf,
  numberedRows,
  numbersCitedIn,
  readText,
  sectionsCitedIn,
  textFilesIn,
} from '../support/citations.ts';

/** Excluded: it cites numbers that do not exist. */
const THIS_FILE = 'test/docs/references.test.ts';
/** They read the lists of the documents by number. */
const READERS: readonly string[] = ['test/services/contract/rules.test.ts', 'test/support/citations.ts'];

interface TextFile {
  readonly file: string;
  readonly text: string;
}

const sections = new Set(
  headingsOf(readText('docs/interface.md')).flatMap((heading) => /^\d+(?:\.\d+)*/.exec(heading)?.[0] ?? []),
);
const numbers = new Set(
  ['docs/rules.md', 'docs/assumptions.md'].flatMap((file) =>
    numberedRows(readText(file)).map(({ number }) => number),
  ),
);

const read = (...places: readonly string[]): TextFile[] =>
  textFilesIn(...places)
    .filter((file) => file !== THIS_FILE)
    .map((file) => ({ file, text: readText(file) }));

const code = read('src', 'demo', 'test', 'bench', 'scripts');
const files = [
  ...code,
  ...read('docs', 'README.md', 'CONTRIBUTING.md'),
  // Contracts have the clause that shows an endpoint as data.
  ...contracts.map(({ endpoint, shown }) => ({ file: endpoint.id, text: `(spec ${shown})` })),
];

/** Citations of numbers and sections that do not exist, with the file. */
const broken = (cited: readonly TextFile[]): string[] =>
  cited.flatMap(({ file, text }) => [
    ...sectionsCitedIn(text)
      .filter((section) => !sections.has(section))
      .map((section) => `${file}: spec ${section}`),
    ...numbersCitedIn(text)
      .filter((number) => !numbers.has(number))
      .map((number) => `${file}: ${number}`),
  ]);

/** Numbers of rules and assumptions, with the file. A reader without the list does not know them. */
const numbered = (texts: readonly TextFile[]): string[] =>
  texts.flatMap(({ file, text }) => numbersCitedIn(text).map((number) => `${file}: ${number}`));

/** Relative links of a document to missing files or headings. */
const brokenLinks = ({ file, text }: TextFile): string[] =>
  [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([, path, fragment]) => {
    const target = new URL(path ? path : file.replace(/.*\//, ''), new URL(file, 'file:///')).pathname.slice(
      1,
    );
    if (!existsSync(new URL(`../../${target}`, import.meta.url))) return [`${file}: ${path}`];
    if (fragment === undefined || anchorsOf(readText(target)).has(fragment)) return [];
    return [`${file}: ${path}#${fragment}`];
  });

describe('citations of the documents', () => {
  it('cite sections, rules, gaps and judgement calls that exist', () => {
    expect(broken(files)).toEqual([]);
  });

  it('are words in the code: it has no number of a rule or an assumption', () => {
    expect(numbered(code.filter(({ file }) => !READERS.includes(file)))).toEqual([]);
    expect(numbered([{ file: 'a.ts', text: "it('R57, G7: reads every page', …); // rule D9" }])).toEqual([
      'a.ts: R57',
      'a.ts: G7',
      'a.ts: D9',
    ]);
  });

  it('are found in all folders', () => {
    const found = files.flatMap(({ text }) => [...sectionsCitedIn(text), ...numbersCitedIn(text)]);
    expect(found.filter((citation) => citation === '4.6').length).toBeGreaterThan(300);
    expect(new Set(found.map((citation) => citation[0]))).toEqual(
      new Set(['1', '2', '3', '4', '5', '6', '7', '8', '9', 'D', 'G', 'J', 'R']),
    );
  });

  it('are reported with the file when the target is missing', () => {
    const text = '// (spec 4.7,\n * 2.9; rule R122; G99) and J99 (spec 4.1)';
    expect(broken([{ file: 'a.ts', text }])).toEqual([
      'a.ts: spec 4.7',
      'a.ts: spec 2.9',
      'a.ts: R122',
      'a.ts: G99',
      'a.ts: J99',
    ]);
  });

  it('are found in lists, ranges, rules of a section and wrapped comments', () => {
    expect(sectionsCitedIn('(spec 1 rule 7, 3; R18) spec 2.3 to 2.8, spec 4.6 Business, 1 rule 8.')).toEqual([
      '1.7',
      '3',
      '2.3',
      '2.8',
      '4.6',
      '1.8',
    ]);
    expect(sectionsCitedIn(' * acts (spec\n * 4.6 Profile sub-resources, 5.4). RFC 6749 5.1')).toEqual([
      '4.6',
      '5.4',
    ]);
    expect(numbersCitedIn('R1, G36 to G38: XR5 R57b 0xD9')).toEqual(['R1', 'G36', 'G37', 'G38']);
  });
});

describe('docs/interface.md', () => {
  it('lists exactly the endpoints of the catalogue', () => {
    const catalogue = readText('test/services/contract/endpoints.txt').split('\n').filter(Boolean);
    const listed = [
      ...readText('docs/interface.md').matchAll(/^\| ((?:GET|POST|PUT|DELETE)[A-Z, ]*)\| `([^`]+)`/gm),
    ];
    const rows = listed.flatMap(([, methods = '', path]) =>
      methods.split(',').map((method) => `${method.trim()} /v3${path}`),
    );
    expect(rows.filter((row) => !catalogue.includes(row))).toEqual([]);
    // The interface shows 223: the others are in sections 1.5, 4.1 to 4.5 and 5.4.
    expect(new Set(rows).size).toBe(223 - 10);
  });
});

describe('links of the documents', () => {
  it('have targets that exist', () => {
    const documents = files.filter(({ file }) => file.endsWith('.md'));
    expect(documents.flatMap(brokenLinks)).toEqual([]);
  });

  it('are reported when the target is missing', () => {
    const text = '[a](rules.md#no-such-heading) [b](nowhere.md) [c](interface.md#notation) [d](#no-such)';
    expect(brokenLinks({ file: 'docs/rules.md', text })).toEqual([
      'docs/rules.md: rules.md#no-such-heading',
      'docs/rules.md: nowhere.md',
      'docs/rules.md: #no-such',
    ]);
  });
});

/** Files of the repository that a document names in code, such as `src/proxy/signature.ts`, and that do not exist. */
const missingFiles = ({ file, text }: TextFile): string[] =>
  [
    ...text.matchAll(/`((?:bench|demo|docs|examples|platforms|scripts|site|src|test)\/[\w./-]+\.\w+)`/g),
  ].flatMap(([, path = '']) => (existsSync(path) ? [] : [`${file}: ${path}`]));

describe('files that documents name', () => {
  it('exist', () => {
    const named = [...files, ...read('RELIABILITY.md', 'SECURITY.md')].filter(({ file }) =>
      file.endsWith('.md'),
    );
    expect(named.flatMap(missingFiles)).toEqual([]);
  });

  it('are reported when they are missing', () => {
    const text = 'See `src/proxy/signature.ts`, `src/proxy/signatures.ts` and `src/<name>/`.';
    expect(missingFiles({ file: 'a.md', text })).toEqual(['a.md: src/proxy/signatures.ts']);
  });
});

describe('guides', () => {
  it('begin with the question that they answer', () => {
    const guides = files.filter(({ file }) => /^docs\/guides\/[^/]+\.md$/.test(file));
    expect(guides.length).toBeGreaterThan(30);
    expect(guides.filter(({ text }) => !/^# .+\n\n[^\n]+\?\n/.test(text)).map(({ file }) => file)).toEqual(
      [],
    );
  });
});
