import { parseArgs } from 'node:util';
import { isShopOrigin } from '../src/proxy/settings/problems.ts';
import { notAnOrigin, readOrigin } from './origin.ts';

export interface StartOptions {
  readonly help: boolean;
  /** Allowed origins of pages other than the shop's. */
  readonly origins: readonly string[];
  /** Number of generated customers, in addition to the sample customers. */
  readonly profiles: number;
  /** Customers sign in on the page, through the proxy. */
  readonly proxy: boolean;
  /** They sign in there with a code from an e-mail, without a password. */
  readonly code: boolean;
  /** Port of the shop; 0 if the system chooses. */
  readonly port: number;
  /** Whether the user chose the port: another one is no substitute then. */
  readonly isPortGiven: boolean;
}

export const USAGE = `Usage: npm start -- [options]

  --origin ORIGIN   allow the pages of ORIGIN, such as http://localhost:5173, and print the HTML for them; repeatable
  --proxy           customers sign in on the page, through the proxy
  --code            with a code from an e-mail instead of a password; the e-mail is shown, not delivered
  --profiles N      add N generated customers
  --help            print this

Environment variables:
  PORT              port of the shop, and nothing else may use it; 0: the system chooses. Without PORT: 4000, or a free one
                    if that is in use. The service and the proxy take free ones after it
  DATABASE_URL      a PostgreSQL of yours, instead of the one that comes with the packages
  SHOP_SECRET       the secret that signs customer ids
  SERVICE_KEYS      keys that encrypt the secrets in the database, instead of one in the data folder
  SMTP_URL, MESSAGES_FROM
                    an SMTP server of yours and the sender, instead of a page that shows e-mail and delivers none
  ADMIN_PASSWORD, MACHINE_PASSWORD, MACHINE_CLIENT_SECRET
                    passwords of the sample users, instead of the printed ones`;

/** Invalid option; the message says what to change. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/**
 * Options of `npm start`.
 * @throws OptionError
 */
export function readStartOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StartOptions {
  const values = parse(args);
  const code = values.code ?? false;
  const proxy = values.proxy ?? code;
  return {
    help: values.help ?? false,
    origins: [...new Set((values.origin ?? []).map((text) => originFrom(text, proxy)))],
    profiles: wholeNumber(
      values.profiles ?? '0',
      '--profiles takes a whole number, such as: npm start -- --profiles 10000',
    ),
    proxy,
    code,
    port: portFrom(environment['PORT']),
    isPortGiven: Boolean(environment['PORT']),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        origin: { type: 'string', multiple: true },
        profiles: { type: 'string' },
        proxy: { type: 'boolean' },
        code: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
      throw new OptionError('--origin and --profiles need a value, --proxy, --code and --help take none.');
    }
    // The first sentence names the option; the rest explains arguments that begin with a dash.
    throw new OptionError(`${message.split('. ')[0]}.`);
  }
}

function originFrom(text: string, proxy: boolean): string {
  const origin = readOrigin(text);
  if (!origin) throw new OptionError(notAnOrigin('--origin', text));
  if (proxy && !isShopOrigin(origin)) {
    throw new OptionError(
      `--origin: the proxy lets pages over http in from this machine only. Serve ${origin} over https.`,
    );
  }
  return origin;
}

function wholeNumber(text: string, problem: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new OptionError(problem);
}

function portFrom(text: string | undefined): number {
  const problem = 'PORT takes a whole number up to 65535, such as: PORT=4000 npm start';
  const port = wholeNumber(text || '4000', problem);
  if (port > 65_535) throw new OptionError(problem);
  return port;
}
