import { type PagingSettings } from '../../services/transport/paging.ts';
import { PAGE_NUMBER, PAGE_SIZE } from '../../services/transport/query.ts';
import { checkQuery } from '../allow-list/check-request.ts';
import type { EndpointFields } from '../allow-list/fields.ts';
import { Refusal } from '../guard/answer.ts';
import { readTarget } from '../guard/target.ts';
import type { Session } from '../storage/sessions.ts';

/** A link of the service as an address of the proxy; `null` for one that the proxy would not serve. */
export type ToOwnLink = (link: string) => string | null;

/** The query with the tenant's names for the parameters of a page, and with its largest page size. */
export function tenantQuery(query: string, { number, size, maxSize }: PagingSettings): string {
  const named = renamed(query, { [PAGE_NUMBER]: number, [PAGE_SIZE]: size });
  return maxSize === undefined
    ? named
    : eachParameter(named, (name, value) =>
        name === (size ?? PAGE_SIZE) && Number(value) > maxSize ? [name, String(maxSize)] : undefined,
      );
}

function renamed(query: string, names: Readonly<Record<string, string | undefined>>): string {
  return eachParameter(query, (name, value) => {
    const other = Object.hasOwn(names, name) ? names[name] : undefined;
    return other === undefined ? undefined : [other, value];
  });
}

type Parameter = readonly [name: string, value: string];

/** Replaces some parameters; the others keep their spelling. */
function eachParameter(query: string, replace: (...parameter: Parameter) => Parameter | undefined): string {
  const [mark = '', rest = ''] = [query.slice(0, 1), query.slice(1)];
  const parts = rest.split('&').map((part) => {
    const [parameter] = new URLSearchParams(part);
    const replaced = parameter && replace(...parameter);
    return replaced ? replaced.map(encodeURIComponent).join('=') : part;
  });
  return mark + parts.join('&');
}

interface LinkContext {
  /** The address of the request to the service, without the query. */
  readonly upstreamUrl: string;
  /** Its path below the base address. */
  readonly upstreamPath: string;
  /** The address of the page's request to the proxy, without the query. */
  readonly ownUrl: string;
  readonly fields: EndpointFields;
  readonly session: Session;
  readonly paging: PagingSettings;
  /** Called when a link of the service has parameters that the proxy does not take. */
  readonly onRefused: () => void;
}

/**
 * Rewrites links to other pages of a list so that they lead through the proxy: a client that followed the service's own address
 * would send the session's token there. Only the query of a link is used, and only if the proxy accepts it in a request.
 */
export function linksOf(context: LinkContext): ToOwnLink {
  const { upstreamUrl, upstreamPath, ownUrl, fields, session, paging, onRefused } = context;
  const names = {
    ...(paging.number && { [paging.number]: PAGE_NUMBER }),
    ...(paging.size && { [paging.size]: PAGE_SIZE }),
  };
  return (link) => {
    const linked = URL.canParse(link, upstreamUrl) ? new URL(link, upstreamUrl) : undefined;
    if (!linked || !/^https?:$/.test(linked.protocol) || !linked.pathname.endsWith(upstreamPath)) return null;
    const query = renamed(linked.search, names);
    try {
      if (!readTarget(`/${query}`)) return null;
      checkQuery(query, fields, session);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      onRefused();
      return null;
    }
    return ownUrl + query;
  };
}

/** Distinguishes addresses from the other texts of `meta`. */
const ADDRESS = /^(https?:)?\/\/|^\/v3\//i;
/** A string, with the colon behind it if it is a name; or a bracket. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** The text of a JSON answer with the links in its `links` and `meta` replaced. Everything else stays the same, byte for byte. */
export function withOwnLinks(text: string, json: unknown, toOwnLink: ToOwnLink): string {
  const { links, meta } = Object(json) as { links?: unknown; meta?: unknown };
  const found = new Map<string, string | null>();
  for (const link of textsIn(links)) found.set(link, toOwnLink(link));
  for (const text of textsIn(meta).filter((value) => ADDRESS.test(value))) found.set(text, toOwnLink(text));
  if (found.size === 0) return text;
  let depth = 0;
  let holdsLinks = false;
  return text.replace(TOKEN, (token: string, literal: string | undefined, colon: string | undefined) => {
    if (literal === undefined) {
      depth += token === '{' || token === '[' ? 1 : -1;
      return token;
    }
    const value = JSON.parse(literal) as string;
    if (colon !== undefined) {
      if (depth === 1) holdsLinks = value === 'links' || value === 'meta';
      return token;
    }
    const link = holdsLinks ? found.get(value) : undefined;
    return link === undefined ? token : JSON.stringify(link);
  });
}

/** All texts in an object or array: `links.next`, `meta.path`, `meta.links[0].url`. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

const LINK = /<([^<>]*)>((?:\s*;\s*[\w-]+=(?:"[^"<>]*"|[\w-]+))*)/g;

/** The same for a `Link` header (RFC 8288); `undefined` where none of its links remains. */
export function ownLinkHeader(header: string, toOwnLink: ToOwnLink): string | undefined {
  const links = [...header.matchAll(LINK)].flatMap(([, address = '', parameters = '']) => {
    const link = toOwnLink(address);
    return link === null ? [] : [`<${link}>${parameters}`];
  });
  return links.join(', ') || undefined;
}
