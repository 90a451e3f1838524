import type { AnyShape, Reading } from '../../../src/services/contract/shapes/shape.ts';
import { viewOf } from './fields.ts';
import type { Resource, Viewing } from './resource.ts';
import { join } from './table.ts';

type Viewed<S extends AnyShape> = Omit<Resource, 'id' | 'shape'> & { readonly shape: S };

/** Rows of a resource's table as its records, for handlers beside the five verbs. */
export async function viewsOf<S extends AnyShape>(
  { shape, joined, computed }: Pick<Viewed<S>, 'shape' | 'joined' | 'computed'>,
  viewing: Viewing,
  rows: readonly Record<string, unknown>[],
): Promise<Reading<S>[]> {
  const records = rows.map(join);
  const complete = joined ? await joined(viewing, records) : records;
  return complete.map((record) => viewOf(shape, record, viewing.principal, computed) as Reading<S>);
}

/** One of them. */
export async function viewOfRow<S extends AnyShape>(
  viewed: Pick<Viewed<S>, 'shape' | 'joined' | 'computed'>,
  viewing: Viewing,
  row: Record<string, unknown>,
): Promise<Reading<S>> {
  const [view] = await viewsOf(viewed, viewing, [row]);
  return view as Reading<S>;
}
