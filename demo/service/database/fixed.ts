import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

const texts = new WeakMap<TemplateStringsArray, string>();

/**
 * A statement whose text never changes, for what every request or claim asks: `fixed<Row>(db)`…${value}…``. All that is
 * inserted is a value. Its text is put together once; building and compiling a query each time takes longer than
 * PostgreSQL needs to answer it.
 */
export const fixed =
  <Row>(db: Kysely<Tables>) =>
  async (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> => {
    let text = texts.get(parts);
    if (text === undefined) {
      text = parts.reduce((before, part, index) => `${before}$${index}${part}`);
      texts.set(parts, text);
    }
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return rows;
  };
