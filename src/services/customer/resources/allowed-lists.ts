import { LoyaltyError, toLoyaltyError } from '../../transport/errors.ts';
import type { Loyalty } from '../loyalty.ts';

type Read = readonly [operation: string, wires: Promise<readonly unknown[]>];

/**
 * Two lists that an element shows together: what the customer has, and what there is. Where the service refuses one of them, or does not
 * have it, the other is shown.
 * @throws LoyaltyError where nothing is left to show: a list that was refused is not empty
 */
export async function allowedLists(
  loyalty: Loyalty,
  reads: readonly [Read, Read],
): Promise<[readonly unknown[], readonly unknown[]]> {
  const problems: LoyaltyError[] = [];
  const [owned, offers] = await Promise.all(
    reads.map(([operation, wires]) =>
      wires.catch((thrown: unknown) => {
        const error = toLoyaltyError(thrown);
        if (error.code !== 'forbidden' && error.code !== 'unsupported') throw error;
        problems.push(error);
        if (error.code === 'forbidden')
          loyalty.report(
            new LoyaltyError(
              'forbidden',
              `${operation} is refused to customers (status ${error.status}): ${error.message}`,
              { operation, cause: error, ...(error.status && { status: error.status }) },
            ),
          );
        return undefined;
      }),
    ),
  );
  if (problems.length && !owned?.length && !offers?.length) throw problems[0]!;
  return [owned ?? [], offers ?? []];
}
