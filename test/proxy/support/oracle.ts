import { allowedEndpoints } from '../../../src/proxy/index.ts';
import type { Seen } from './upstream.ts';

// Checks which requests reached the upstream, without the proxy's own matcher.

const ALLOWED = allowedEndpoints().map(
  ({ method, path }) =>
    new RegExp(
      `^${method} /api${path
        .replace(/[.]/g, '\\.')
        .replace(/^\/v3\/profiles\/\{\w+\}/, '/v3/profiles/profile-1001')
        .replace('/v3/identities/search-profile/{identifier}', '/v3/profiles/profile-1001')
        .replace(/\{\w+\}/g, "[\\w.!~*'()%-]+")}$`,
    ),
);

/** Reads a path like the most permissive server: decodes repeatedly, accepts every kind of slash, drops what follows a semicolon. */
export function readPermissively(path: string): string {
  let text = path;
  for (let round = 0; round < 4; round++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      text = unescape(text);
    }
  }
  text = text
    .normalize('NFKC')
    .replace(/\\/g, '/')
    .replace(/;[^/]*/g, '')
    .replace(/\0.*/s, '');
  const segments: string[] = [];
  for (const segment of text.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return `/${segments.join('/')}`;
}

/** Why a request must not reach the upstream; `undefined` for an allowed one. */
export function violation({ method, target }: Pick<Seen, 'method' | 'target'>): string | undefined {
  const path = target.replace(/\?.*$/s, '');
  if (!ALLOWED.some((pattern) => pattern.test(`${method} ${path}`)))
    return `not in the list: ${method} ${target}`;
  const read = readPermissively(path);
  const own = /^\/api\/v3\/(profiles\/profile-1001(\/|$)|rewards\/definitions$)/;
  if (!own.test(read)) return `another path on a permissive server: ${target} → ${read}`;
  const refused = /(^|\/)(unattach|resync|calculate|purge|merge|assign)$/.test(read);
  return refused ? `an endpoint that changes data: ${target}` : undefined;
}
