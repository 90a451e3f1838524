import type { Fetch } from '../../services/transport/http.ts';
import { note, ok, wrong, type Check } from '../checks.ts';
import { MAX_ANSWER_BYTES, readLimited, REQUEST_DEADLINE_MS } from '../limits.ts';
import { preloadOf, scriptOf, styleOf } from './check-tags.ts';
import type { VisitedPage } from './visited-page.ts';

const KIBI = 1_000;
/** Files of ours: a page needs three. */
const MAX_FILES = 10;

/** A file that the page names, with the bytes that were sent. */
export interface LoadedFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * The files that the page names: headers, sizes, and whether they are of one release.
 * @param onLoad called with each file that was loaded
 */
export async function checkFiles(
  page: VisitedPage,
  fetch: Fetch,
  onLoad: (file: LoadedFile) => void = () => {},
): Promise<Check[]> {
  const named = [
    ...scriptOf(page).map(({ attributes }) => attributes['src']!),
    ...styleOf(page).map(({ attributes }) => attributes['href']!),
    ...preloadOf(page).map(({ attributes }) => attributes['href']!),
  ];
  const checks = checkVersions(named);
  const addresses = [...new Set(named)].flatMap((one) =>
    URL.canParse(one, page.address) ? [new URL(one, page.address).href] : [],
  );
  if (named.length && !addresses.length)
    return [
      ...checks,
      note('the files were not loaded: their addresses are relative, and the page is a file'),
    ];
  if (addresses.length > MAX_FILES)
    checks.push(wrong(`The page names ${addresses.length} files: the first ${MAX_FILES} were loaded.`));
  for (const address of addresses.slice(0, MAX_FILES))
    checks.push(...(await checkFile(address, page, fetch, onLoad)));
  return checks;
}

/** Two scripts, or files from the folders of two releases. */
function checkVersions(named: readonly string[]): Check[] {
  const scripts = [...new Set(named.filter((one) => /loyalty\.js/.test(one)))];
  const folders = [...new Set(named.map((one) => one.replace(/[^/]*$/, '')))];
  if (scripts.length > 1)
    return [wrong(`The page loads the script from two addresses: ${scripts.join(' and ')}. Keep one.`)];
  if (folders.length > 1)
    return [
      wrong(
        `The files are of different folders, so perhaps of two versions: ${folders.join(' and ')}. Take all of one release.`,
      ),
    ];
  return named.length ? [ok('all files are of one release')] : [];
}

async function checkFile(
  address: string,
  page: VisitedPage,
  fetch: Fetch,
  onLoad: (file: LoadedFile) => void,
): Promise<Check[]> {
  const name = new URL(address).pathname.split('/').at(-1)!;
  const origin = page.address === undefined ? undefined : new URL(page.address).origin;
  const response = await fetch(address, {
    headers: { 'Accept-Encoding': 'br, gzip', ...(origin !== undefined && { Origin: origin }) },
    signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
  }).catch(() => undefined);
  if (!response) return [wrong(`${name}: no answer from ${address}`)];
  if (!response.ok) return [wrong(`${name}: status ${response.status} at ${address}`)];
  const { headers } = response;
  const read = await readLimited(response, MAX_ANSWER_BYTES).catch(() => undefined);
  if (!read) return [wrong(`${name}: the answer from ${address} ended too early`)];
  const { text, isCut } = read;
  if (isCut) return [wrong(`${name}: larger than ${kilobytes(MAX_ANSWER_BYTES)}, and was not read further.`)];
  const bytes = Buffer.byteLength(text);
  const sent = Number(headers.get('content-length') ?? 0);
  onLoad({ name, bytes: sent || bytes });
  const encoding = headers.get('content-encoding');
  const type = headers.get('content-type') ?? '';
  const isScript = name.endsWith('.js');
  const checks: Check[] = [];
  if (isScript ? !/javascript/.test(type) : !/^text\/css/.test(type))
    checks.push(
      wrong(
        `${name}: Content-Type is "${type}", which browsers refuse for a ${isScript ? 'module' : 'style sheet'}`,
      ),
    );
  if (encoding === null)
    checks.push(wrong(`${name}: not compressed, ${kilobytes(bytes)}. Serve it with br or gzip.`));
  const cache = headers.get('cache-control') ?? '';
  // Files with a fixed name are asked for again by their ETag; the others have a hash in their name.
  const isKept =
    /max-age=[1-9]|immutable/.test(cache) || (/no-cache/.test(cache) && headers.get('etag') !== null);
  if (!isKept)
    checks.push(
      wrong(`${name}: Cache-Control is "${cache}": browsers ask for it on every page. Set a max-age.`),
    );
  const isForeign = origin !== undefined && new URL(address).origin !== origin;
  const allowed = headers.get('access-control-allow-origin');
  if (isScript && isForeign && allowed !== '*' && allowed !== origin)
    checks.push(
      wrong(
        `${name}: Access-Control-Allow-Origin is ${allowed ?? 'missing'}: a module of another origin needs it.`,
      ),
    );
  if (checks.length) return checks;
  return [
    ok(
      `${name}: ${sent > 0 ? `${kilobytes(sent)} (${encoding})` : `${kilobytes(bytes)}, sent with ${encoding}`}, ${cache}`,
    ),
  ];
}

const kilobytes = (bytes: number): string => `${(bytes / KIBI).toFixed(1)} kB`;
