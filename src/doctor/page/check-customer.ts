import type { LoyaltySettings } from '../../services/customer/config.ts';
import { explain, signedAtProblem } from '../../services/customer/misconfiguration.ts';
import { SECRET_ATTRIBUTE, SIGNATURE_FORMAT } from '../../services/transport/formats.ts';
import { note, ok, wrong, type Check } from '../checks.ts';
import type { VisitedPage } from './visited-page.ts';

/** Whom the page names, and what it must not have. */
export function checkCustomer(page: VisitedPage, secrets: readonly string[]): Check[] {
  return [
    ...page
      .tagged('loyalty-provider')
      .flatMap(({ attributes }) => [...checkSettings(attributes), ...checkSignature(attributes, page)]),
    ...checkSecrets(page, secrets),
  ];
}

type Attributes = Readonly<Record<string, string>>;

const settingsOf = (attributes: Attributes): LoyaltySettings => ({
  ...Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ),
  // Flags, of which the attribute alone counts.
  consent: 'consent' in attributes,
  logging: 'logging' in attributes,
  exposed: Object.keys(attributes).find((name) => SECRET_ATTRIBUTE.test(name)),
});

/** What the elements would write to the console. */
function checkSettings(attributes: Attributes): Check[] {
  const diagnostic = explain(settingsOf(attributes));
  if (diagnostic !== undefined) return [wrong(`<loyalty-provider>: ${diagnostic}`)];
  if ('proxy-url' in attributes) return [ok('<loyalty-provider> has a proxy: customers sign in on the page')];
  const isGuest = !attributes['customer-id'];
  return [
    isGuest
      ? ok(
          'the page is that of a guest: customer-id is empty, and there is no signature. Look at one of a customer, too',
        )
      : ok('the page is that of a customer, with id and signature. Look at one of a guest, too'),
  ];
}

function checkSignature(attributes: Attributes, page: VisitedPage): Check[] {
  const { signature = '', 'signed-at': signedAt } = attributes;
  if (!SIGNATURE_FORMAT.test(signature)) return [];
  const checks: Check[] = [];
  const { headers } = page;
  const cache = headers?.get('cache-control') ?? '';
  const isShared =
    /\bpublic\b|s-maxage=[1-9]/.test(cache) ||
    (/max-age=[1-9]/.test(cache) && !/private|no-store/.test(cache));
  const hit = [...(headers ?? [])].find(
    ([name, value]) =>
      (name === 'age' && value !== '0') || (/cache-status|x-cache/.test(name) && /hit/i.test(value)),
  );
  if (isShared || hit)
    checks.push(
      wrong(
        `The page has the signature of a customer and may be stored for others (${hit ? `${hit[0]}: ${hit[1]}` : `Cache-Control: ${cache}`}): whoever gets it acts as this customer. Send Cache-Control: private, no-store.`,
      ),
    );
  else if (headers)
    checks.push(
      /private|no-store/.test(cache)
        ? ok(`the page with the signature is not stored for others (Cache-Control: ${cache})`)
        : wrong(
            'The page has a signature and no Cache-Control: caches may store it. Send Cache-Control: private, no-store.',
          ),
    );
  if (signedAt === undefined)
    return [...checks, note('the signature has no time (signed-at): one that leaks is valid for ever')];
  const age = Date.now() / 1_000 - Number(signedAt);
  const problem = signedAtProblem(signedAt);
  if (problem !== undefined) return [...checks, wrong(problem)];
  return [...checks, ok(`signed-at is ${Math.max(0, Math.round(age))} s old`)];
}

/** How secrets are called in pages that have them by mistake. */
const SECRET_TEXT =
  /\b(client[_-]?secret|shop[_-]?secret|signing[_-]?secret|signature[_-]?secret|api[_-]?secret|secret[_-]?key|private[_-]?key|loyalty[_-]?secret)\b["']?\s*[:=]\s*["'][^"'\s]{6,}/i;
/** With an upper bound: a page of many beginnings would otherwise be searched for each of them to its end. */
const TOKEN_TEXT = /\bBearer [\w.~+/|-]{12}|\beyJ[\w-]{10,500}\.[\w-]{10,2000}\.[\w-]{8}/;

function checkSecrets({ html }: VisitedPage, secrets: readonly string[]): Check[] {
  const checks: Check[] = [];
  if (secrets.some((secret) => html.includes(secret)))
    checks.push(
      wrong('THE PAGE HAS THE SECRET of --secret-env: everybody can read it. Take it out and change it.'),
    );
  const [, name] = SECRET_TEXT.exec(html) ?? [];
  if (name !== undefined)
    checks.push(
      wrong(
        `The page has a value for "${name}": if it is a secret, everybody can read it. Take it out and change it.`,
      ),
    );
  if (TOKEN_TEXT.test(html))
    checks.push(
      wrong(
        'The page has what looks like a token: it belongs to a property that a script sets, never into HTML.',
      ),
    );
  return checks.length ? checks : [ok('no secret and no token was found in the page')];
}
