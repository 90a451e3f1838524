import { note, type Check } from '../checks.ts';
import type { Findings } from '../examine.ts';
import type { ServiceOptions } from '../options.ts';
import type { Patience } from '../patience.ts';
import { checkPreflights } from './check-preflights.ts';
import { checkRefusals } from './check-refusals.ts';
import { checkSignatures } from './check-signatures.ts';
import { checkAddress, checkToken } from './check-token.ts';
import { checkClock, checkLimit } from './check-traffic.ts';

/** How the service is reached: address, sign-in, token, clock, limits, browsers. */
export async function checkConnection(
  options: ServiceOptions,
  patience: Patience,
  findings: Findings,
): Promise<Check[]> {
  const { exchanges } = patience.recorder;
  const file = options.settings.tenantFile ?? undefined;
  return [
    ...checkAddress(options),
    ...checkToken(options, exchanges),
    ...(await checkSignatures(options, patience)),
    ...(await checkRefusals(patience, file)),
    ...checkClock(exchanges),
    ...checkLimit(exchanges, findings, file),
    ...(options.origin === undefined
      ? [note('CORS was not tried: set --origin to the origin of the shop')]
      : await checkPreflights(options, options.origin, patience)),
  ];
}
