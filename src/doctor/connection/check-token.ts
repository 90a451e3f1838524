import { record, text } from '../../services/transport/read.ts';
import { expiryOf, jwtExpiry } from '../../services/transport/token-reply.ts';
import { note, ok, wrong, type Check } from '../checks.ts';
import type { ServiceOptions } from '../options.ts';
import { mapsField } from '../tenant-rules.ts';
import { TOKEN_OPERATION, type Exchange } from '../recorded-fetch.ts';

// The address of the service, and the token that it gives.

export function checkAddress({ settings: { baseUrl } }: ServiceOptions): Check[] {
  const { protocol } = new URL(baseUrl);
  if (protocol === 'https:') return [ok('https, and no port: rule 1 of the interface')];
  return [note('a loopback host may use http and a port; every other one needs https and no port (rule 1)')];
}

export function checkToken({ settings, signing }: ServiceOptions, exchanges: readonly Exchange[]): Check[] {
  const answered = exchanges.find(({ operation, status }) => operation === TOKEN_OPERATION && status < 300);
  const reply = record(record(answered?.body)['data'] ?? answered?.body);
  const token = settings.token ?? text(reply['token']) ?? '';
  const checks: Check[] = [];
  const unusual = [...new Set(token.replace(/[\w.-]/g, ''))].join(' ');
  if (token)
    checks.push(
      unusual
        ? note(
            `the token has ${unusual}: the elements send it as it is, and what stands between must not change it`,
          )
        : ok('the token has letters, digits, dots, hyphens and underscores only'),
    );
  const jwt = jwtExpiry(token);
  if (jwt !== undefined)
    checks.push(
      jwt > Date.now()
        ? ok(`the token is a JWT that expires in ${minutes(jwt - Date.now())}`)
        : wrong('The token is a JWT that has expired.'),
    );
  if (!signing || !answered) return checks;
  if (mapsField(settings.tenantFile ?? undefined, TOKEN_OPERATION, 'expiry'))
    return [...checks, ok('the tenant file says where the expiry is')];
  const names = Object.keys(reply).filter((name) => /exp/i.test(name));
  if ('expiry' in reply) {
    const left = expiryOf(token, reply['expiry'], Date.now()) - Date.now();
    checks.push(ok(`the answer has expiry: the elements replace the token in ${minutes(left)}`));
  } else
    checks.push(
      names.length
        ? wrong(
            `The answer has no expiry, and has ${names.join(', ')}. Map it in the tenant file: record: { expiry: … } of ${TOKEN_OPERATION}.`,
          )
        : note('the answer has no expiry: the elements replace the token after a while, or after a 401'),
    );
  return checks;
}

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} minutes`;
