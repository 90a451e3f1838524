import type { CustomerDirectory } from '../directory/directory.ts';
import type { InStep } from '../directory/in-step.ts';
import type { FieldTable } from '../allow-list/fields.ts';
import type { Matcher } from '../allow-list/matcher.ts';
import type { ProxyConfig } from '../settings/settings.ts';
import type { Sessions } from '../storage/sessions.ts';
import type { Counter } from '../storage/storage.ts';
import type { Exchange } from '../upstream/exchange.ts';
import type { KeptToken } from '../upstream/token.ts';
import type { LoginLimits } from './login-limits.ts';

/** What the routes work with, made once. */
export interface Parts {
  readonly config: ProxyConfig;
  readonly directory: CustomerDirectory;
  readonly inStep: InStep;
  readonly sessions: Sessions;
  readonly match: Matcher;
  /** The fields that an allowed endpoint takes. */
  readonly fieldsOf: FieldTable;
  readonly exchange: Exchange;
  /** The token that a customer's calls go with. */
  readonly tokenOf: (customerId: string) => KeptToken;
  /** Logs, once for each operation, that its pages are linked by parameters that the proxy does not take. */
  readonly reportPaging: (operation: string) => void;
  readonly loginLimits: LoginLimits;
  /** New accounts tried, by address. */
  readonly creations: Counter;
}

/** One request on its way. */
export interface Visit {
  readonly request: Request;
  /** Ends when the client has gone or the time is up. */
  readonly signal: AbortSignal;
  /** Client address as limits count it. */
  readonly address: string;
}
