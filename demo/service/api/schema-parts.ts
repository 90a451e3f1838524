import type { AnySchema } from '../../../src/services/contract/shape.ts';

/** What schemas of valibot contain. They have no common type for it. */
interface SchemaParts {
  /** Of an optional or nullable value. */
  readonly wrapped?: AnySchema;
  /** Of an object. */
  readonly entries?: Readonly<Record<string, AnySchema>>;
  /** Of a list. */
  readonly item?: AnySchema;
  /** Of a list whose records are checked one by one. */
  readonly record?: AnySchema;
}

export const partsOf = (schema: AnySchema): SchemaParts => schema as AnySchema & SchemaParts;
