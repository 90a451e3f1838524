import { sql, type RawBuilder } from 'kysely';
import type { Attribute } from '../api/query/attribute.ts';

// Codes that people type, such as the number of a gift card: `abcd 1234`, `ABCD-1234` and `ABCD1234` are one code.

/** `typedCode` as an expression, which the indexes of codes support. */
export const typedCodeOf = (code: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`typed_code(${code}::text)`;

/** An expression with a code, as an attribute: filters find it in every spelling. */
export const codeAttribute = (code: RawBuilder<unknown>): Attribute => ({
  kind: 'text',
  sql: code,
  oneOf: (values) =>
    sql<boolean>`(${typedCodeOf(code)} = any(array(select typed_code(value) from unnest(${[...values]}::text[]) as value))
      and ${code} is not null)`,
});

/** The same for a column. */
export const codeColumn = (reference: string): Attribute => codeAttribute(sql`${sql.ref(reference)}`);
