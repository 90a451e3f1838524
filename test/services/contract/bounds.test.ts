import { expect, it } from 'vitest';
import { contracts } from '../../../src/services/contract/catalogue.ts';
import { nameOf } from '../../../src/services/contract/shape.ts';

// The bounds of texts and numbers in request bodies. Shops rely on them: a changed bound is a changed interface.

interface Step {
  readonly type: string;
  readonly requirement?: unknown;
}
interface Schema extends Step {
  readonly pipe?: readonly Schema[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly options?: readonly Schema[];
}

const BOUNDS = ['min_length', 'max_length', 'min_value', 'max_value'];

/** A line for each field with bounds: `Currency.symbol min_length 1, max_length 8`. */
function boundsOf(schema: Schema, path: string): string[] {
  const steps = schema.pipe ?? [schema];
  const own = steps
    .filter(({ type, requirement }) => BOUNDS.includes(type) && typeof requirement === 'number')
    .map(({ type, requirement }) => `${type} ${String(requirement)}`);
  const inner = steps.flatMap((step) => [
    ...Object.entries(step.entries ?? {}).flatMap(([name, entry]) =>
      boundsOf(entry, `${nameOf(step as never)?.name.replace(/(Add|Edit)$/, '') ?? path}.${name}`),
    ),
    ...[
      step.wrapped,
      step.item,
      ...(step.options ?? []),
      ...(step === schema ? [] : (step.pipe ?? [])),
    ].flatMap((part) => (part ? boundsOf(part, path) : [])),
  ]);
  return own.length ? [`${path} ${own.join(', ')}`, ...inner] : inner;
}

it('every text and number that is sent keeps its bounds', async () => {
  const lines = contracts.flatMap((contract) => {
    const body = (contract as { body?: Schema }).body;
    return body ? boundsOf(body, contract.endpoint.id) : [];
  });
  expect(lines.length).toBeGreaterThan(100);
  await expect(`${[...new Set(lines)].sort().join('\n')}\n`).toMatchFileSnapshot('bounds.txt');
});
