import { readdirSync, readFileSync, statSync } from 'node:fs';

// Finds citations of the documents in docs/: `spec 4.2.1` of interface.md, the numbers of rules.md and assumptions.md.

const root = new URL('../../', import.meta.url);

export const readText = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** The text files below folders, and single files, by their paths in the repository. */
export const textFilesIn = (...places: readonly string[]): string[] =>
  places
    .flatMap((place) =>
      statSync(new URL(place, root)).isFile()
        ? [place]
        : readdirSync(new URL(place, root), { recursive: true, encoding: 'utf8' }).map(
            (file) => `${place}/${file.replaceAll('\\', '/')}`,
          ),
    )
    .filter((file) => /\.(?:[cm]?[jt]s|md|css|json|sh|svg|txt)$/.test(file))
    .filter((file) => statSync(new URL(file, root)).isFile())
    .sort();

/** The numbers of rules and assumptions that a text cites, such as `R57`, and each of a range, such as `R36 to R42`. */
export function numbersCitedIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w#%&/=+-])([RDGJ])(\d{1,3})(?: to \1(\d{1,3}))?(?!\w)/g)].flatMap(
    ([, letter, first, last = first]) =>
      Array.from(
        { length: Math.max(Number(last) - Number(first), 0) + 1 },
        (_, at) => `${letter}${Number(first) + at}`,
      ),
  );
}

const SECTION = String.raw`\d+(?:\.\d+)*(?: rule \d+)?(?: [A-Z][a-z]+(?: (?:sub-resources|additional data))?)?`;
const SECTIONS = new RegExp(
  String.raw`\b[Ss]pec (?:Notation, )?(${SECTION}(?:(?:, (?:and )?| to | and )${SECTION})*)`,
  'g',
);

/** The sections that a text cites: `4.2.1` of `spec 4.2.1`, `1.7` of `spec 1 rule 7`, both of `spec 2.3 to 2.8`. */
export function sectionsCitedIn(text: string): string[] {
  const unwrapped = text.replaceAll(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
  return [...unwrapped.matchAll(SECTIONS)].flatMap(([, list = '']) =>
    [...list.matchAll(/(\d+(?:\.\d+)*)(?: rule (\d+))?/g)].map(([, section = '', rule]) =>
      rule === undefined ? section : `${section}.${rule}`,
    ),
  );
}

/** The headings of a Markdown document, without those inside code. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** The link fragments of the headings, as the repository's host generates them. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headingsOf(markdown)) {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The rows of a document's tables whose first cell is a number such as `R57`, with the other cells. */
export const numberedRows = (markdown: string): { number: string; cells: string[] }[] =>
  [...markdown.matchAll(/^\| ([RDGJ]\d+) +\|(.+)\|$/gm)].map(([, number = '', rest = '']) => ({
    number,
    cells: rest.split(' | ').map((cell) => cell.trim()),
  }));
