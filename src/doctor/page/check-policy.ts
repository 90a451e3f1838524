import { readBaseUrl } from '../../services/customer/config.ts';
import { note, ok, wrong, type Check } from '../checks.ts';
import { scriptOf, styleOf } from './check-tags.ts';
import type { VisitedPage } from './visited-page.ts';

/** Sources by directive of one policy (CSP3). */
type Policy = ReadonlyMap<string, readonly string[]>;

/** What the Content Security Policy of the page refuses the elements. */
export function checkPolicy(page: VisitedPage): Check[] {
  const metas = page
    .tagged('meta')
    .filter(({ attributes }) => /^content-security-policy$/i.test(attributes['http-equiv'] ?? ''));
  const texts = [
    ...(page.headers?.get('content-security-policy') ?? '').split(','),
    ...metas.map(({ attributes }) => attributes['content'] ?? ''),
  ].filter((text) => text.trim() !== '');
  if (!texts.length) return [note('the page has no Content-Security-Policy')];
  const problems = texts.flatMap((text) => problemsOf(parsePolicy(text), page));
  return problems.length
    ? problems.map(wrong)
    : [ok('the Content-Security-Policy permits what the elements do')];
}

const parsePolicy = (text: string): Policy =>
  new Map(
    text
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .flatMap(([name, ...sources]) => (name ? [[name.toLowerCase(), sources] as const] : [])),
  );

function problemsOf(policy: Policy, page: VisitedPage): string[] {
  const own = page.address === undefined ? undefined : new URL(page.address).origin;
  const absolute = (address: string | undefined): string | undefined =>
    address !== undefined && URL.canParse(address, page.address)
      ? new URL(address, page.address).href
      : undefined;
  const sourcesOf = (...names: string[]) => names.map((name) => policy.get(name)).find(Boolean);
  const problems: string[] = [];
  const need = (
    names: readonly string[],
    address: string | undefined,
    what: string,
    nonce?: string,
  ): void => {
    const sources = sourcesOf(...names, 'default-src');
    if (!sources || address === undefined) return;
    const byNonce = nonce !== undefined && sources.includes(`'nonce-${nonce}'`);
    if (byNonce || sources.some((source) => matches(source, address, own))) return;
    problems.push(
      `${names.at(-1)} of the Content-Security-Policy does not have ${new URL(address).origin}: ${what}.`,
    );
  };
  for (const { attributes } of scriptOf(page))
    need(
      ['script-src-elem', 'script-src'],
      absolute(attributes['src']),
      'the script is not loaded',
      attributes['nonce'],
    );
  for (const { attributes } of styleOf(page))
    need(
      ['style-src-elem', 'style-src'],
      absolute(attributes['href']),
      'the style sheet is not loaded',
      attributes['nonce'],
    );
  for (const { attributes } of page.tagged('loyalty-provider'))
    need(
      ['connect-src'],
      absolute(
        readBaseUrl({
          proxyUrl: attributes['proxy-url'],
          baseUrl: attributes['base-url'],
          tenant: attributes['tenant'],
          serviceDomain: attributes['service-domain'],
        }),
      ),
      'no element gets an answer',
    );
  const names = policy.get('trusted-types');
  if (names && !names.includes('*') && !names.includes('loyalty-elements') && !names.includes('lit-html'))
    problems.push(
      'trusted-types of the Content-Security-Policy does not have loyalty-elements: nothing is shown.',
    );
  return problems;
}

/** Whether a source of a directive permits an address. */
function matches(source: string, address: string, own: string | undefined): boolean {
  const { origin, protocol, hostname, pathname, port } = new URL(address);
  if (source === '*') return true;
  if (source === "'self'") return origin === own;
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return source.toLowerCase() === protocol;
  const parts = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source);
  if (!parts) return false;
  const [, scheme, host = '', wantedPort, path] = parts;
  if (scheme !== undefined && `${scheme.toLowerCase()}:` !== protocol) return false;
  const isHost = host.startsWith('*.')
    ? hostname.endsWith(host.slice(1).toLowerCase())
    : hostname === host.toLowerCase();
  if (!isHost) return false;
  if (wantedPort !== '*' && (wantedPort ?? '') !== port) return false;
  if (path === undefined || path === '/') return true;
  return path.endsWith('/')
    ? pathname.startsWith(path)
    : pathname === path || pathname.startsWith(`${path}/`);
}
