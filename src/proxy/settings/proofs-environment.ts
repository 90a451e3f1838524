import type { FindCustomer } from '../directory/find-customer.ts';
import * as catalogue from '../proofs/catalogue.ts';
import type { CustomerProof, ProofDescription } from '../proofs/proof.ts';

type ReadText = (name: string) => string | undefined;

const PROOFS: readonly ProofDescription[] = Object.values(catalogue);
const variablesOf = ({ needed, optional }: ProofDescription) => Object.entries({ ...needed, ...optional });

/** The variables, for `--help` and for the guide. */
export const PROOF_VARIABLES: Readonly<Record<string, string>> = Object.fromEntries(
  PROOFS.flatMap(variablesOf).map(([name, { about }]) => [name, about]),
);

/** The variables of a proof that are set. */
function valuesOf(proof: ProofDescription, text: ReadText): Record<string, string> {
  const names = variablesOf(proof).map(([name]) => name);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = text(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Everything that is wrong with the variables of the proofs, each as a sentence that says what to change. */
export function* proofProblems(text: ReadText): Generator<string> {
  for (const proof of PROOFS) {
    const values = valuesOf(proof, text);
    const needed = Object.keys(proof.needed);
    const set = needed.find((name) => name in values);
    for (const name of needed)
      if (set !== undefined && !(name in values)) yield `${name} is missing: ${set} needs it.`;
    for (const name of Object.keys(proof.optional ?? {}))
      if (name in values && !(needed[0]! in values)) yield `${name} needs ${needed[0]}.`;
    for (const [name, { format }] of variablesOf(proof)) {
      const value = values[name];
      if (format && value !== undefined && !format.isValid(value)) yield `${name} ${format.requirement}`;
    }
    yield* proof.problems?.(values) ?? [];
  }
}

/** The proofs that variables turn on, without `proofProblems`. */
export function proofsFrom(text: ReadText, findCustomer: FindCustomer | undefined): CustomerProof[] {
  return PROOFS.flatMap((proof) => {
    const values = valuesOf(proof, text);
    return Object.keys(proof.needed).every((name) => name in values)
      ? [proof.create(values, findCustomer)]
      : [];
  });
}
