import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadTenantFile } from '../proxy/settings/load-tenant-file.ts';
import { signCustomerId } from '../proxy/signature.ts';
import type { LoyaltySettings } from '../services/customer/config.ts';
import { readAddress } from '../services/transport/address.ts';
import { IDENTIFIER_FORMAT, SEGMENT_FORMAT, TOKEN_FORMAT } from '../services/transport/formats.ts';
import { tenantFileProblems } from '../services/transport/tenant/check-tenant-file.ts';
import type { TenantFile } from '../services/transport/tenant/tenant-file.ts';

/** Options that cannot be used; the message says what to change. */
export class UsageError extends Error {}

export interface ServiceOptions {
  readonly kind: 'service';
  readonly settings: LoyaltySettings & { readonly baseUrl: string };
  /** Where the doctor signs by itself. */
  readonly signing:
    { readonly platform: string; readonly customerId: string; readonly secret: string } | undefined;
  /** Path of the tenant file that is tried. */
  readonly tenant: string | undefined;
  readonly list: string | undefined;
  readonly share: string | undefined;
  /** A product that is tried with --write. */
  readonly product: string | undefined;
  readonly origin: string | undefined;
  /** Points that the customer is known to have. */
  readonly expectedPoints: number | undefined;
  /** Where the draft is written; `undefined`: `tenant.draft.mjs`, where no file has this name. */
  readonly draft: string | undefined;
  /** Where requests and answers are written. */
  readonly har: string | undefined;
  readonly write: boolean;
  readonly json: boolean;
}

export interface HelpOptions {
  readonly kind: 'help';
}

/** A page of the shop, by its address or as a file. */
export interface PageOptions {
  readonly kind: 'page';
  readonly address: string | undefined;
  readonly html: string | undefined;
  /** Searched for in the page. */
  readonly secret: string | undefined;
  readonly json: boolean;
}

export type Options = ServiceOptions | PageOptions | HelpOptions;

export const USAGE = `Says what of the elements works on a loyalty service, and what a tenant file has to say.

  loyalty-doctor --base-url URL --token TOKEN --profile ID
  loyalty-doctor --base-url URL --platform NAME --customer-id ID --secret-env NAME
  loyalty-doctor page https://shop.example.com/     looks at a page of the shop
  loyalty-doctor page --html FILE                   the same for a file

  --base-url URL       address of the service, such as https://api.acme.example.com/api
  --token TOKEN        token of a customer. Or --token-env NAME: the environment variable that has it
  --profile ID         profile of this customer; without it the doctor searches for --customer-id
  --platform NAME      platform whose secret signs customer ids
  --platform-version V version in the path of the token endpoint (v1)
  --customer-id ID     the shop's id of a customer
  --secret-env NAME    environment variable with the secret that signs customer ids
  --tenant FILE        tenant file to try. A draft then has what the file says, and adds what it lacks
  --draft FILE         where to write the draft of a tenant file (default: tenant.draft.mjs, which is not overwritten)
  --har FILE           writes requests and answers as HTTP Archive, without tokens: it has the data of the customer
  --list ID            list for the registry and its shares (default: the first one)
  --share HANDLE       share for the shared list (default: the first one)
  --product ID         product to save with --write (default: one of another list)
  --expect points=N    points that the customer can spend, as you know them: compared with the balance, and with each place in a draft
  --origin URL         origin of the shop: tries the preflights of its browsers
  --write              also tries to save, claim and share, as the customer: use a test customer who agrees.
                       What was done is undone, or listed where it cannot be: a claimed reward or benefit stays claimed
  --json               the report as JSON

Without --write it sends GETs, preflights and requests for a token, nothing else.
It ends with 0 where everything works, 1 where something does not, 2 for wrong options.
`;

const TEXTS = [
  ...['base-url', 'token', 'token-env', 'profile', 'platform', 'platform-version', 'customer-id'],
  ...['secret-env', 'tenant', 'draft', 'har', 'html', 'list', 'share', 'product', 'origin', 'expect'],
] as const;
const FLAGS = ['write', 'json', 'help'] as const;

type Name = (typeof TEXTS)[number] | (typeof FLAGS)[number];
type Texts = { readonly [Text in (typeof TEXTS)[number]]?: string };

/** @throws UsageError */
export async function readOptions(
  given: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Options> {
  const { values, positionals } = parse(given);
  if (values['help'] === true || given.length === 0) return { kind: 'help' };
  if (positionals[0] === 'page' || values['html'] !== undefined)
    return readPageOptions(values, positionals, env);
  if (positionals.length) throw new UsageError(STRAY);
  const texts = values as Texts;
  const { origin } = texts;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).origin !== origin))
    throw new UsageError('--origin must be scheme and host of a shop, such as https://shop.example.com.');
  const tenantFile = texts.tenant === undefined ? undefined : await readTenantFile(texts.tenant);
  const signing = readSigning(texts, env);
  return {
    kind: 'service',
    settings: { ...readSettings(texts, env, signing), tenantFile },
    signing,
    tenant: texts.tenant,
    list: texts.list,
    share: texts.share,
    product: texts.product,
    origin,
    expectedPoints: readExpected(texts.expect),
    draft: texts.draft,
    har: texts.har,
    write: values['write'] === true,
    json: values['json'] === true,
  };
}

function readExpected(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, points] = /^points=(\d{1,15})$/.exec(text) ?? [];
  if (points === undefined) throw new UsageError('--expect takes points=N, such as points=1250.');
  return Number(points);
}

const STRAY = 'Every value belongs to an option. --help lists them.';

function readPageOptions(
  values: Readonly<Record<string, unknown>>,
  [, address, ...more]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): PageOptions {
  const { html, 'secret-env': name } = values as Texts;
  if ((address === undefined) === (html === undefined))
    throw new UsageError(
      'Name the address of a page, or a file with --html: loyalty-doctor page https://shop.example.com/',
    );
  if (more.length) throw new UsageError(STRAY);
  const secret = name === undefined ? undefined : env[name];
  if (name !== undefined && !secret)
    throw new UsageError(`--secret-env: the environment variable ${name} is not set.`);
  return { kind: 'page', address, html, secret, json: values['json'] === true };
}

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

/** Joins a value to its option: one of 64 random tokens and share handles begins with a dash, and would be read as an option. */
function withJoinedValues(given: readonly string[]): string[] {
  const isOption = (word: string) => [...TEXTS, ...FLAGS].includes(/^--([^=]+)/.exec(word)?.[1] as Name);
  const joined: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const word = given[at]!;
    const next = given[at + 1];
    const takesNext = TEXTS.some((name) => word === `--${name}`) && next?.startsWith('-') && !isOption(next);
    joined.push(takesNext ? `${word}=${given[++at]}` : word);
  }
  return joined;
}

function parse(given: readonly string[]): Parsed {
  try {
    return parseArgs({
      args: withJoinedValues(given),
      allowPositionals: true,
      options: {
        ...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(FLAGS.map((name) => [name, { type: 'boolean' as const }])),
      },
    });
  } catch (error) {
    // The message may repeat what follows the option, which can be a token.
    const [, name = ''] = /'(--?[\w-]+)/.exec((error as Error).message) ?? [];
    const { code } = error as { code?: string };
    throw new UsageError(
      code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'
        ? `${name} needs a value. --help lists the options.`
        : name
          ? `${name} is not an option. --help lists them.`
          : STRAY,
    );
  }
}

function readSigning(texts: Texts, env: Readonly<Record<string, string | undefined>>) {
  const { platform, 'customer-id': customerId, 'secret-env': name } = texts;
  if (name === undefined) return undefined;
  const secret = env[name];
  if (!secret) throw new UsageError(`--secret-env: the environment variable ${name} is not set.`);
  if (!platform || !SEGMENT_FORMAT.test(platform))
    throw new UsageError('--secret-env needs --platform, the name of the platform that the secret is of.');
  if (!customerId || !IDENTIFIER_FORMAT.test(customerId))
    throw new UsageError('--secret-env needs --customer-id, the id of a customer in the shop.');
  return { platform, customerId, secret };
}

function readSettings(
  texts: Texts,
  env: Readonly<Record<string, string | undefined>>,
  signing: ServiceOptions['signing'],
): ServiceOptions['settings'] {
  const { 'base-url': address, 'token-env': name } = texts;
  if (address === undefined)
    throw new UsageError(
      'Set --base-url, the address of the service, such as https://api.acme.example.com/api.',
    );
  const baseUrl = readAddress(address);
  if (baseUrl === undefined) throw new UsageError(addressProblem(address));
  const token = texts.token ?? (name === undefined ? undefined : env[name]);
  if (name !== undefined && !token)
    throw new UsageError(`--token-env: the environment variable ${name} is not set.`);
  if (signing === undefined && token === undefined)
    throw new UsageError('Set --token (or --token-env), or --platform, --customer-id and --secret-env.');
  if (signing !== undefined && token !== undefined)
    throw new UsageError('Set --token or --secret-env, not both: they name two ways to the same token.');
  if (token !== undefined && !TOKEN_FORMAT.test(token))
    throw new UsageError(
      '--token cannot be sent in a header: it may hold the visible characters of ASCII, without blanks.',
    );
  if (token !== undefined && texts.profile === undefined && texts['customer-id'] === undefined)
    throw new UsageError('--token needs --profile, or --customer-id to search the profile by.');
  return {
    baseUrl,
    profileId: texts.profile,
    platformVersion: texts['platform-version'],
    platform: texts.platform,
    customerId: texts['customer-id'],
    ...(signing && { signature: signCustomerId(signing.customerId, signing.secret) }),
    ...(token !== undefined && { token }),
  };
}

/** Why an address cannot be that of the service (spec 1 rule 1). */
function addressProblem(address: string): string {
  if (!URL.canParse(address)) return '--base-url is no address: https://api.acme.example.com/api is one.';
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:')
    return `--base-url begins with ${protocol}//: pages, and so the doctor, send tokens to https only. Loopback hosts may use http.`;
  return /:\d/.test(address.replace(/^https:\/\//, '').split('/')[0]!)
    ? `--base-url has a port: the elements accept none, not even :443 (rule 1 of the interface). Serve it at https://${hostname}.`
    : '--base-url may have a host and a path, and no query, fragment, user or dots as segments.';
}

/** @throws UsageError */
export async function readTenantFile(path: string): Promise<TenantFile> {
  try {
    readFileSync(path);
  } catch {
    throw new UsageError(`--tenant: ${path} cannot be read.`);
  }
  const file = await loadTenantFile(path).catch((error: Error) => {
    throw new UsageError(`--tenant: ${error.message}`);
  });
  const problems = tenantFileProblems(file);
  if (problems.length) throw new UsageError(`--tenant: ${path}: ${problems.join(' ')}`);
  return file;
}
