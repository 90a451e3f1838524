import { PAGE_NUMBER, PAGE_SIZE, type PagingSettings } from '../../services/transport/paging.ts';
import { checkQuery } from '../allow-list/check-fields.ts';
import type { EndpointFields } from '../allow-list/fields.ts';
import { Refusal } from '../guard/answer.ts';
import { readTarget } from '../guard/target.ts';
import type { Session } from '../storage/sessions.ts';

/** A link of the service as an address of the proxy; `null` for one that the proxy would not serve. */
export type ToOwnLink = (link: string) => string | null;

/** The query of a page as the tenant takes it: its names for the parameters of a page, and no larger page than it gives (G7, G8). */
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

interface Asked {
  /** What the service was asked for, without the query. */
  readonly upstreamUrl: string;
  /** The path of that below the base address. */
  readonly upstreamPath: string;
  /** The address that the page asked, without the query. */
  readonly ownUrl: string;
  readonly fields: EndpointFields;
  readonly session: Session;
  readonly paging: PagingSettings;
  /** The service pages by parameters that the proxy does not take. */
  readonly onRefused: () => void;
}

/**
 * Makes links to other pages of one answer (G7) lead through the proxy: a page that followed the service's own address would send
 * the session's token there. Only the query of a link is used, and only one that the proxy takes from a page.
 */
export function linksOf(asked: Asked): ToOwnLink {
  const { upstreamUrl, upstreamPath, ownUrl, fields, session, paging, onRefused } = asked;
  const names = {
    ...(paging.number && { [paging.number]: PAGE_NUMBER }),
    ...(paging.size && { [paging.size]: PAGE_SIZE }),
  };
  return (link) => {
    const there = URL.canParse(link, upstreamUrl) ? new URL(link, upstreamUrl) : undefined;
    if (!there || !/^https?:$/.test(there.protocol) || !there.pathname.endsWith(upstreamPath)) return null;
    const query = renamed(there.search, names);
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

/** `meta` holds other texts, too. */
const ADDRESS = /^(https?:)?\/\/|^\/v3\//i;
/** A string, with the colon that makes it a name; or a bracket. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g;

/** The text of a JSON answer with the links of its `links` and `meta` replaced. All else stays as it came, byte for byte. */
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

/** Texts of an object, of a list, and of the objects in it: `links.next`, `meta.path`, `meta.links[0].url`. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1));
}

const LINK = /<([^<>]*)>((?:\s*;\s*[\w-]+=(?:"[^"<>]*"|[\w-]+))*)/g;

/** The same for a `Link` header (RFC 8288); nothing where none of its links is left. */
export function ownLinkHeader(header: string, toOwnLink: ToOwnLink): string | undefined {
  const links = [...header.matchAll(LINK)].flatMap(([, address = '', parameters = '']) => {
    const link = toOwnLink(address);
    return link === null ? [] : [`<${link}>${parameters}`];
  });
  return links.join(', ') || undefined;
}
