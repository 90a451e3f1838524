import type { Dependencies, ProxyRequest } from '../dependencies.ts';
import { unauthenticated, unavailable, Refusal } from '../guard/answer.ts';
import { digest } from '../hashes.ts';
import { fromStore } from '../routes/authorization.ts';
import { consume } from '../routes/limits.ts';
import {
  ProofRefused,
  type GUEST,
  type CustomerProof,
  type ProofRequest,
  type ProvenCustomer,
} from './proof.ts';

/** Tokens are accepted for some seconds after they end, because clocks differ. */
const REUSE_MARGIN_MS = 60_000;

type Proven = ProvenCustomer | typeof GUEST | undefined;

/** Checks the proof that a server in front adds to every request. @throws Refusal 401 for an invalid one */
export async function proveEveryRequest(
  { config, loginLimits }: Pick<Dependencies, 'config' | 'loginLimits'>,
  request: ProofRequest,
  address: string,
): Promise<Proven> {
  try {
    return await agree(config.proofs.filter(isOfEveryRequest), request);
  } catch (error) {
    return refuse(error, { config, loginLimits }, address);
  }
}

/**
 * The customer whom a request for a session proves: all proofs that it has are valid and of one customer, and nobody has used them before.
 * @param wantedId the customer of the page. For another one the proof is not used up: a page of this customer may send the same one.
 * @throws Refusal 401 where nobody is proven
 */
export async function proveSignIn(
  { config, loginLimits, unproven }: Pick<Dependencies, 'config' | 'loginLimits' | 'unproven'>,
  { request, signal, address, proven }: ProxyRequest,
  wantedId?: string,
): Promise<ProvenCustomer> {
  const others = config.proofs.filter((proof) => !isOfEveryRequest(proof));
  const { headers } = request;
  // Counted before, so that requests at once cannot pass the limit together: each may make the proxy ask the platform.
  const asks = others.length > 0 && proven === undefined;
  const asked = asks ? await consume(unproven, address, config.log) : undefined;
  try {
    const found = only([proven, await agree(others, { headers, query: '', signsIn: true, signal })]);
    if (found?.id === undefined) throw unauthenticated();
    await asked?.giveBack();
    if (wantedId !== undefined && wantedId !== found.id) throw unauthenticated();
    await useOnce(config, found);
    return found;
  } catch (error) {
    // Not given back for a failure of the platform either: while it does not answer, it would be asked without limit.
    return refuse(error, { config, loginLimits }, address);
  }
}

const isOfEveryRequest = ({ everyRequest }: CustomerProof): boolean => everyRequest === true;

async function agree(proofs: readonly CustomerProof[], request: ProofRequest): Promise<Proven> {
  return only(await Promise.all(proofs.map((proof) => proof.verify(request))));
}

/** The one result. @throws ProofRefused where two proofs name different customers, or one of them a guest */
function only(results: readonly Proven[]): Proven {
  const [first, ...more] = results.filter((result) => result !== undefined);
  if (more.some((result) => result?.id !== first?.id)) throw new ProofRefused();
  return first;
}

/** @throws ProofRefused for a proof that has opened a session already */
async function useOnce(
  { storage, now, log }: Dependencies['config'],
  { once }: ProvenCustomer,
): Promise<void> {
  if (!once) return;
  const leftMs = Math.max(1, once.until + REUSE_MARGIN_MS - now());
  const isFirst = await fromStore(storage.texts.add(`proof:${await digest(once.key)}`, '1', leftMs), log);
  if (!isFirst) throw new ProofRefused();
}

async function refuse(
  error: unknown,
  { config, loginLimits }: Pick<Dependencies, 'config' | 'loginLimits'>,
  address: string,
): Promise<never> {
  if (error instanceof ProofRefused) {
    config.log({ level: 'warn', event: 'proof_refused' });
    await loginLimits.consumeAddress(address);
    throw unauthenticated();
  }
  if (error instanceof Refusal) throw error;
  config.log({ level: 'error', event: 'proof_failed' });
  throw unavailable();
}
