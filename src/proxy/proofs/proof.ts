import type { PlatformCustomer } from '../directory/directory.ts';
import type { FindCustomer } from '../directory/find-customer.ts';

/** A customer whom a request proves without a password. */
export interface ProvenCustomer extends PlatformCustomer {
  /** Milliseconds since 1970: a session that this proof opens ends then at the latest. Default: as long as after a password. */
  readonly endsAt?: number | undefined;
  /** For a proof that opens one session only: what identifies it, and until when it could be used again. */
  readonly once?: { readonly key: string; readonly until: number } | undefined;
}

/** The shop says that nobody is signed in. */
export const GUEST = Object.freeze({ id: undefined });

export interface ProofRequest {
  readonly headers: Headers;
  /** The query as received, with its question mark; or an empty text. */
  readonly query: string;
  /** Whether the request asks for a session. Of others only the customer's id is used. */
  readonly signsIn: boolean;
  readonly signal: AbortSignal;
}

/** One way in which a shop proves who its customer is, next to a directory with passwords. */
export interface CustomerProof {
  /** For `loyalty-proxy --check`. */
  readonly name: string;
  /** A sentence for the operator about a setting that makes the proof weaker, logged at the start. */
  readonly warning?: string | undefined;
  /**
   * The customer of the request, `GUEST`, or `undefined` for a request without a proof of this kind.
   * @throws ProofRefused for a proof that is not valid; any other error means that it cannot be checked at the moment
   */
  verify(request: ProofRequest): Promise<ProvenCustomer | typeof GUEST | undefined>;
  /**
   * Whether a server in front adds the proof to every request, in parameters of the query. Then it is checked with each of them, and each
   * has to be of the customer of its session.
   */
  readonly everyRequest?: boolean;
  /** Tries what the proof needs of other servers; gives a sentence that says what to change, if something has to. */
  readonly check?: (signal: AbortSignal) => Promise<string | undefined>;
  /** The query without the parameters of the proof, which the service does not know. */
  withoutProof?(query: string): string;
}

/** An invalid proof. The answer does not say why. */
export class ProofRefused extends Error {}

/** A variable of the environment that sets up a proof. */
export interface ProofVariable {
  /** For `--help` and the guide: what it is, and its default in brackets. */
  readonly about: string;
  /** The format of its value, and the end of the sentence about one that is not valid. The value is not repeated: it may be a secret. */
  readonly format?: { readonly isValid: (value: string) => boolean; readonly requirement: string };
}

/** How variables of the environment turn a proof on. `catalogue.ts` lists all. */
export interface ProofDescription<Needed extends string = string, Optional extends string = string> {
  /** With one of these, all are needed. */
  readonly needed: Readonly<Record<Needed, ProofVariable>>;
  /** What changes the proof. Each needs the first of `needed`. */
  readonly optional?: Readonly<Record<Optional, ProofVariable>>;
  /** What is wrong between valid variables, each as a sentence that says what to change. */
  problems?(values: Partial<Record<Needed | Optional, string>>): Iterable<string>;
  create(
    values: Readonly<Record<Needed, string>> & { readonly [name in Optional]?: string },
    findCustomer: FindCustomer | undefined,
  ): CustomerProof;
}

/** Gives `create` the types of its variables. */
export const describeProof = <Needed extends string, Optional extends string = never>(
  description: ProofDescription<Needed, Optional>,
): ProofDescription<Needed, Optional> => description;
