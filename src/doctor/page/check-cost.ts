import { note, type Check } from '../checks.ts';
import { ELEMENTS } from '../element-needs.ts';
import type { LoadedFile } from './check-files.ts';
import { scriptOf } from './check-tags.ts';
import type { VisitedPage } from './visited-page.ts';

/** A new connection: TCP and TLS 1.3. */
const CONNECTION = 2;

/** What decides how long a customer waits for the first content. */
interface PageCost {
  readonly hasProxy: boolean;
  readonly hasProfile: boolean;
  readonly hasPreconnect: boolean;
  /** The files, or the service, have another origin than the page. */
  readonly isForeignScript: boolean;
  readonly isForeignService: boolean;
}

/** That which saves most is the first. */
const IMPROVEMENTS: readonly {
  readonly name: string;
  readonly text: string;
  readonly with: Partial<PageCost>;
}[] = [
  {
    name: 'proxy',
    text: 'one call below the own address of the page instead of several with preflights',
    with: { hasProxy: true },
  },
  {
    name: 'profile-id',
    text: 'print it where the shop knows it: no call looks for it',
    with: { hasProfile: true },
  },
  {
    name: 'preconnect',
    text: '<link rel="preconnect" crossorigin> for the origin of base-url, in front of loyalty.js',
    with: { hasPreconnect: true },
  },
];

/** What the elements cost a customer who sees the page for the first time, as far as the page and its files tell. */
export function checkCost(page: VisitedPage, files: readonly LoadedFile[]): Check[] {
  const provider = page.tagged('loyalty-provider')[0]?.attributes;
  const [script] = scriptOf(page);
  if (!provider || !script || page.address === undefined)
    return [note('not counted: it needs a page with an address, its script tag and its provider')];
  const originOf = (address: string | undefined): string | undefined =>
    address !== undefined && URL.canParse(address, page.address)
      ? new URL(address, page.address).origin
      : undefined;
  const own = originOf('/');
  const service = originOf(provider['proxy-url'] ?? provider['base-url']);
  if (service === undefined) return [note('not counted: the provider has no base-url or proxy-url')];
  const cost: PageCost = {
    hasProxy: 'proxy-url' in provider,
    hasProfile: 'profile-id' in provider,
    hasPreconnect: page
      .tagged('link')
      .some(
        ({ attributes: { rel = '', href } }) => /\bpreconnect\b/i.test(rel) && originOf(href) === service,
      ),
    isForeignScript: originOf(script.attributes['src']) !== own,
    isForeignService: service !== own,
  };
  const calls = callsOf(page, cost);
  const roundTrips = roundTripsOf(cost);
  const improvements = IMPROVEMENTS.map((one) => ({
    ...one,
    saved:
      roundTrips -
      roundTripsOf({ ...cost, ...one.with, ...(one.name === 'proxy' && { isForeignService: false }) }),
  })).filter(({ saved }) => saved > 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    note(
      `${files.length} files that the page names: ${bytes.toLocaleString('en')} bytes as they were sent. Elements load theirs after them.`,
    ),
    note(
      `a customer's first visit: ${calls} calls or more, ${cost.isForeignService ? calls : 0} preflights, and ${roundTrips} round trips from the HTML to the first content`,
    ),
    ...improvements.map(({ name, text, saved }) =>
      note(`${name} saves ${saved} of these round trips: ${text}`),
    ),
    note('the longest task and the layout shift were not measured: they need a browser'),
  ];
}

/** The token, the search for the profile, and what each kind of element shows. */
function callsOf(page: VisitedPage, { hasProxy, hasProfile }: PageCost): number {
  if (hasProxy) return 1;
  const tags = new Set(page.elements.map(({ tag }) => tag));
  const needs = ELEMENTS.filter(({ name }) => name !== 'provider' && tags.has(`loyalty-${name}`));
  return 1 + Number(!hasProfile) + new Set(needs.flatMap((element) => element.needs)).size;
}

/** One after the other: files, the connection to the service, and the calls of which each needs the answer to the one before. */
function roundTripsOf(cost: PageCost): number {
  const { hasProxy, hasProfile, hasPreconnect, isForeignScript, isForeignService } = cost;
  const script = 1 + (isForeignScript ? CONNECTION : 0);
  // A connection that is opened beside the script.
  const connection = !isForeignService ? 0 : hasPreconnect ? Math.max(0, CONNECTION - script) : CONNECTION;
  const steps = hasProxy ? 1 : hasProfile ? 2 : 3;
  return script + connection + steps * (isForeignService ? 2 : 1);
}
