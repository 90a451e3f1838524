import type { AnyShape } from '../../../src/services/contract/shape.ts';
import { viewOf, type View } from './fields.ts';
import type { ComputedFields, ViewContext } from './resource.ts';
import { fromRow, type AnyRecord } from './tables.ts';

/** The part of a model that its views depend on. */
export interface Viewable<Shape extends AnyShape = AnyShape> {
  readonly shape: Shape;
  readonly computed?: ComputedFields;
  withRelated?(context: ViewContext, records: readonly AnyRecord[]): Promise<readonly AnyRecord[]>;
}

/** The views of records for the principal. */
export async function viewsOfRecords<Shape extends AnyShape>(
  { shape, withRelated, computed }: Viewable<Shape>,
  context: ViewContext,
  records: readonly AnyRecord[],
): Promise<View<Shape>[]> {
  const complete = withRelated ? await withRelated(context, records) : records;
  return complete.map((record) => viewOf(shape, record, context.principal, computed));
}

/** The views of rows of a model's table, for other handlers than those of the five verbs. */
export const viewsOf = <Shape extends AnyShape>(
  viewable: Viewable<Shape>,
  context: ViewContext,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<View<Shape>[]> => viewsOfRecords(viewable, context, rows.map(fromRow));

/** The view of one row. */
export async function viewOfRow<Shape extends AnyShape>(
  { shape, withRelated, computed }: Viewable<Shape>,
  context: ViewContext,
  row: Readonly<Record<string, unknown>>,
): Promise<View<Shape>> {
  const record = fromRow(row);
  const [complete = record] = withRelated ? await withRelated(context, [record]) : [record];
  return viewOf(shape, complete, context.principal, computed);
}
