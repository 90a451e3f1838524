import { readFileSync } from 'node:fs';

/** A call of an operation and its answer. */
export interface Example {
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly reply?: unknown;
}

/**
 * A call of each operation, by its id: what the test of the document sends to the service, and what it answers
 * (`RECORD_EXAMPLES=1 npx vitest run test/demo/service/api/openapi/conformance.test.ts` records them again).
 */
const examples = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Example>
>;

export const exampleOf = (operationId: string): Example | undefined =>
  Object.hasOwn(examples, operationId) ? examples[operationId] : undefined;
