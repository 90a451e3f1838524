import { ELEMENTS } from '../element-needs.ts';
import { note, ok, wrong, type Check } from '../checks.ts';
import { MAX_NAME } from '../limits.ts';
import type { PageElement } from './parsed-page.ts';
import type { VisitedPage } from './visited-page.ts';

const PREFIX = 'loyalty-';
/** Of these each is named. */
const MAX_UNKNOWN = 20;
const KNOWN = ELEMENTS.map(({ name }) => `${PREFIX}${name}`);

/** Elements of the page that the script knows, and the order of what they need. */
export function checkTags(page: VisitedPage): Check[] {
  const own = page.elements.filter(({ tag }) => tag.startsWith(PREFIX));
  const unknown = [...new Set(own.map(({ tag }) => tag))].filter((tag) => !KNOWN.includes(tag));
  const providers = page.tagged('loyalty-provider');
  const shown = own.filter(({ tag }) => tag !== 'loyalty-provider');
  return [
    ...unknown
      .slice(0, MAX_UNKNOWN)
      .map((tag) => wrong(`<${tag.slice(0, MAX_NAME)}> is no element: did you mean <${nearest(tag)}>?`)),
    ...(unknown.length > MAX_UNKNOWN
      ? [wrong(`${unknown.length - MAX_UNKNOWN} more tags are no elements.`)]
      : []),
    ...own.flatMap(missingAttributes).slice(0, MAX_UNKNOWN),
    ...(own.length ? [] : [wrong('The page has no element: no tag begins with loyalty-.')]),
    ...(shown.length && !providers.length
      ? [wrong('The page has no <loyalty-provider>: no element knows the service.')]
      : []),
    ...(providers.length > 1
      ? [
          note(
            `there are ${providers.length} providers: elements use the one around them, otherwise the first`,
          ),
        ]
      : []),
    ...(own.length && !unknown.length ? [ok(`${own.length} elements: ${countsOf(own)}`)] : []),
    ...checkOrder(page),
  ];
}

/** A script may set a property instead, which the page does not show. */
const missingAttributes = ({ tag, attributes }: PageElement): Check[] =>
  (ELEMENTS.find(({ name }) => tag === `${PREFIX}${name}`)?.required ?? [])
    .filter((name) => !attributes[name])
    .map((name) => note(`<${tag}> has no ${name}: it shows nothing until a script sets it`));

function countsOf(own: readonly PageElement[]): string {
  const counts = new Map<string, number>();
  for (const { tag } of own) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, count]) => (count > 1 ? `${tag} (${count})` : tag)).join(', ');
}

/** The known tag with the fewest letters that differ. */
function nearest(tag: string): string {
  const distances = KNOWN.map((known) => [distance(tag.slice(0, MAX_NAME), known), known] as const);
  return distances.sort(([a], [b]) => a - b)[0]![1];
}

/** Letters to add, remove or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 1; at <= from.length; at++) {
    const next = [at];
    for (let other = 1; other <= to.length; other++)
      next[other] = Math.min(
        row[other]! + 1,
        next[other - 1]! + 1,
        row[other - 1]! + Number(from[at - 1] !== to[other - 1]),
      );
    row = next;
  }
  return row[to.length]!;
}

/** The files of the elements that a page names. */
export const scriptOf = (page: VisitedPage): readonly PageElement[] =>
  page.tagged('script').filter(({ attributes }) => /(^|\/)loyalty\.js([?#]|$)/.test(attributes['src'] ?? ''));
export const styleOf = (page: VisitedPage): readonly PageElement[] =>
  page
    .tagged('link')
    .filter(
      ({ attributes: { rel = '', href = '' } }) =>
        /\bstylesheet\b/i.test(rel) && /(^|\/)loyalty\.css([?#]|$)/.test(href),
    );
export const preloadOf = (page: VisitedPage): readonly PageElement[] =>
  page
    .tagged('link')
    .filter(
      ({ attributes: { rel = '', href = '' } }) =>
        /\bmodulepreload\b/i.test(rel) && /(^|\/)elements\.js([?#]|$)/.test(href),
    );

function checkOrder(page: VisitedPage): Check[] {
  const [script] = scriptOf(page);
  const [style] = styleOf(page);
  const [preload] = preloadOf(page);
  const first = page.elements.find(({ tag }) => tag.startsWith(PREFIX));
  if (!script)
    return [
      note(
        'no script tag names loyalty.js: either a bundle of the shop has the elements, or they do not work',
      ),
    ];
  const checks: Check[] = [];
  if (script.attributes['type'] !== 'module')
    checks.push(
      wrong('The script tag of loyalty.js needs type="module": without it the browser refuses the file.'),
    );
  if (!style)
    checks.push(
      wrong('No link to loyalty.css: the page moves when the elements appear. Add <link rel="stylesheet">.'),
    );
  else if (first && page.placeOf(style) > page.placeOf(first))
    checks.push(wrong('loyalty.css comes after the first element: put it into the head, or the page moves.'));
  if (!preload)
    checks.push(
      wrong(
        'No <link rel="modulepreload"> for elements.js: the page asks for it only when loyalty.js has arrived.',
      ),
    );
  if (style && page.placeOf(style) < page.placeOf(script))
    checks.push(note('loyalty.js should stand before loyalty.css: it sends the first requests'));
  const map = page.tagged('script').find(({ attributes }) => attributes['type'] === 'importmap');
  if (map && page.placeOf(map) > page.placeOf(script))
    checks.push(
      wrong('The import map comes after a module script: older browsers then ignore it. Put it first.'),
    );
  return checks.some(({ state }) => state === 'wrong')
    ? checks
    : [ok('script, style sheet and preload stand in the order that loads fastest'), ...checks];
}
