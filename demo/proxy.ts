import { randomUUID } from 'node:crypto';
import { memoryDirectory, type CodeSettings, type CustomerDirectory, type Log } from '../src/proxy/index.ts';
import { serveProxy, type NodeProxySettings, type RunningProxy } from '../src/proxy/node.ts';
import { customers } from './sample/customers.ts';
import { sendMail, type MailSettings } from './service/messages/mail.ts';
import { shop } from './sample/shop.ts';
import { users } from './sample/users.ts';

/** Password of every sample customer. A demo on one machine needs no secret ones. */
export const SAMPLE_PASSWORD = 'harbour-and-pine';

export interface DemoProxyOptions {
  readonly serviceUrl: string;
  /** Origin of the shop's pages. */
  readonly shopOrigin: string;
  /** Origins of other pages that may call it. */
  readonly pageOrigins?: readonly string[] | undefined;
  readonly secret?: string | undefined;
  readonly port?: number | undefined;
  /** Directory of the customers. Default: the sample customers, in memory. */
  readonly directory?: CustomerDirectory | undefined;
  /** With it, customers sign in with a code that is sent to their e-mail address, too. */
  readonly mail?: MailSettings | undefined;
  /** Settings that differ from those of the demo. */
  readonly settings?: Partial<NodeProxySettings> | undefined;
  /** Called once for each origin whose page was refused. */
  readonly onRefusedOrigin?: ((origin: string) => void) | undefined;
  /** Default: errors go to stderr, refused origins to `onRefusedOrigin`. */
  readonly log?: Log | undefined;
}

/**
 * Starts the proxy like a shop does, for the reference service, with the sample customers in memory. It listens on this machine alone,
 * because their password is published.
 */
export function startDemoProxy({
  serviceUrl,
  shopOrigin,
  pageOrigins = [],
  secret,
  port = 0,
  directory = memoryDirectory(customers.map((customer) => ({ ...customer, password: SAMPLE_PASSWORD }))),
  mail,
  settings,
  onRefusedOrigin,
  log = ({ level, event, origin }) => {
    if (origin !== undefined) onRefusedOrigin?.(origin);
    if (level === 'error') process.stderr.write(`Proxy: ${event}\n`);
  },
}: DemoProxyOptions): Promise<RunningProxy> {
  const { clientId, clientSecret, username, password } = users.machine;
  return serveProxy({
    baseUrl: serviceUrl,
    credentials: { clientId, clientSecret, username, password, scopes: ['profiles.read', 'profiles.write'] },
    shopSecret: secret || shop.secret,
    platform: shop.platform,
    platformVersion: shop.platformVersion,
    origins: [shopOrigin, ...pageOrigins],
    directory,
    code: mail && sampleCodes(mail),
    port,
    log,
    ...settings,
  });
}

/** The sample customers, and the message with which a shop sends them a code. */
const sampleCodes = (mail: MailSettings): CodeSettings => ({
  findCustomer: async (by) =>
    customers.find(({ id, email }) => ('id' in by ? id === by.id : email === by.email.trim().toLowerCase())),
  sendCode: ({ customer, code, lifetimeMs }) =>
    sendMail(mail, {
      to: customer.email,
      subject: `${code} is your code for ${shop.name}`,
      text:
        `Hello ${customer.firstName},\n\nthis code signs you in once, within ${lifetimeMs / 60_000} minutes:\n\n${code}\n\n` +
        'We never ask for it on the telephone. If you did not want to sign in, ignore this message.',
      language: 'en',
      messageId: randomUUID(),
    }),
});
