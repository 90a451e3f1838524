import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { Database } from './tables.ts';

/** Placeholder for a value while the SQL text of a statement is compiled. */
class Placeholder {
  constructor(readonly name: string) {}

  /** Throws, because SQL text that was computed from one value would be wrong for the next one. */
  [Symbol.toPrimitive](): never {
    throw new Error(
      `The SQL text of a compiled statement depends on its value ${this.name}: only bind the value.`,
    );
  }
}

/** A statement whose SQL text was compiled once. Called, it is executed and returns its rows. */
export interface CompiledStatement<Values extends object, Row> {
  (db: Database, values: Values): Promise<Row[]>;
  /** The statement with these values, to send it together with others. */
  readonly of: (db: Database, values: Values) => CompiledQuery<Row>;
}

/**
 * A statement that is sent by nearly every request. Kysely builds and prints it once, at the first call; each call then only
 * binds its values. `build` gets a placeholder for each value: it may bind it, but not compute with it, test it or leave it out.
 * So the text is the same for all values.
 */
export function compiledStatement<Values extends object, Row>(
  names: readonly (keyof Values & string)[],
  build: (values: Values, db: Database) => RawBuilder<Row>,
): CompiledStatement<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  const of = (db: Database, values: Values): CompiledQuery<Row> => {
    compiled ??= build(placeholders(names), db).compile(db);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    );
    return CompiledQuery.raw(compiled.sql, parameters);
  };
  const execute = async (db: Database, values: Values) => (await db.executeQuery(of(db, values))).rows;
  return Object.assign(execute, { of });
}

/** The type is that of the values, so that `build` is written like any other query. `Placeholder` throws where code reads a value. */
const placeholders = <Values extends object>(names: readonly (keyof Values & string)[]): Values =>
  Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as Values;

/** A part of a statement without values, compiled at its first use: Kysely then prints its text and does not visit its parts again. */
export function compiledPart(build: () => RawBuilder<unknown>): (db: Database) => RawBuilder<unknown> {
  let part: RawBuilder<unknown> | undefined;
  return (db) => {
    if (part) return part;
    const { sql: text, parameters } = build().compile(db);
    if (parameters.length > 0) throw new Error('A compiled part of a statement binds no values.');
    part = sql.raw(text);
    return part;
  };
}
