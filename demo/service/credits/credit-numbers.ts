import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflict, invalid } from '../api/problem.ts';
import { typedCode } from '../../../src/services/transport/typed-text.ts';
import { typedCodeOf } from '../programme/typed-code.ts';
import type { CreditDefinition } from './credit-definitions.ts';

const NUMBER_DIGITS = 16;
/** Number of random numbers of a range that are tried before the first free one is searched. */
const RANDOM_TRIES = 8;

/** Numbers of a definition (spec 2.6): `credit_number_range_start` to `_end`, padded to the same length. */
interface Range {
  readonly start: bigint;
  readonly end: bigint;
  readonly width: number;
  readonly isRandom: boolean;
}

/** The fields of a definition that numbers depend on. */
type NumberFields = {
  readonly [Name in 'credit_number_range_start' | 'credit_number_range_end' | 'credit_number_range_type']?:
    string | null | undefined;
} & { readonly credit_number_length?: number | null | undefined };

/**
 * The number of a new credit: the one that is sent, if the definition allows custom numbers; otherwise the next of its
 * range, or random digits. Throws 422 for a number that the definition does not allow, and when its range is exhausted.
 */
export async function creditNumberFor(
  work: Database,
  definition: CreditDefinition,
  sent: string | null | undefined,
): Promise<string> {
  if (typeof sent === 'string') {
    if (definition.use_custom_numbers !== true)
      throw invalid({ credit_number: ['Credits of this definition take no number of your own.'] });
    await checkFree(work, sent);
    return sent;
  }
  const range = rangeOf(definition);
  if (!range) return digits(definition.credit_number_length ?? NUMBER_DIGITS);
  const number = await takeNumber(work, definition.id, range);
  if (number === undefined)
    throw invalid({
      credit_definition_id: ['The numbers of this definition are used up: give it a larger range.'],
    });
  return padded(number, range);
}

/** Throws 409 for a number that another credit has in any spelling. Of two at once, the second waits for the first. */
async function checkFree(work: Database, number: string): Promise<void> {
  const typed = typedCode(number);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`credit number ${typed}`}, 0))`.execute(work);
  const other = await work
    .selectFrom('credits')
    .select('id')
    .where(typedCodeOf(sql`credit_number`), '=', typed)
    .executeTakeFirst();
  if (other) throw conflict('There is another record with this credit_number.');
}

/** Throws 422 for a range without numbers, or without numbers of the required length. */
export function checkNumberRange(definition: NumberFields): void {
  const { credit_number_range_start: start, credit_number_range_end: end } = definition;
  if (typeof start !== 'string') {
    if (typeof end === 'string')
      throw invalid({ credit_number_range_start: ['A range that has an end needs a start.'] });
    return;
  }
  if (typeof end === 'string' && BigInt(end) < BigInt(start))
    throw invalid({ credit_number_range_end: ['The end of the range is below its start.'] });
  const longest = Math.max(start.length, typeof end === 'string' ? end.length : 0);
  const { credit_number_length: length } = definition;
  if (typeof length === 'number' && length < longest)
    throw invalid({ credit_number_length: [`The numbers of the range have ${longest} digits.`] });
}

function rangeOf(definition: NumberFields): Range | undefined {
  const { credit_number_range_start: start, credit_number_range_end: end } = definition;
  if (typeof start !== 'string') return undefined;
  const length = definition.credit_number_length ?? 0;
  const width = Math.max(start.length, typeof end === 'string' ? end.length : 0, length);
  return {
    start: BigInt(start),
    // Without an end it has all numbers of its length.
    end: typeof end === 'string' ? BigInt(end) : BigInt('9'.repeat(width)),
    width,
    isRandom: definition.credit_number_range_type === 'random',
  };
}

/**
 * A number of the range that no credit has. The row of the position stays locked until the transaction ends: of two
 * processes the second takes the next number, and a rollback skips no number.
 */
async function takeNumber(work: Database, definitionId: number, range: Range): Promise<bigint | undefined> {
  const { rows } = await sql<{ next: string }>`
    insert into credit_number_positions as mine (credit_definition_id, range_start, next)
    values (${definitionId}, ${String(range.start)}::numeric, ${String(range.start)}::numeric)
    on conflict (credit_definition_id) do update set range_start = excluded.range_start,
      next = case when mine.range_start = excluded.range_start then mine.next else excluded.next end
    returning next::text`.execute(work);
  if (range.isRandom) {
    for (let tries = 0; tries < RANDOM_TRIES; tries++) {
      const candidate = await firstFree(work, range, someNumber(range), 1);
      if (candidate !== undefined) return candidate;
    }
    return await firstFree(work, range, range.start);
  }
  const taken = await firstFree(work, range, BigInt(rows[0]?.next ?? range.start));
  if (taken !== undefined)
    await sql`
      update credit_number_positions set next = ${String(taken + 1n)}::numeric
      where credit_definition_id = ${definitionId}`.execute(work);
  return taken;
}

/** The first number from `from` that no credit of any definition has; among so many numbers, if `among` is given. */
async function firstFree(
  work: Database,
  { end, width }: Range,
  from: bigint,
  among?: number,
): Promise<bigint | undefined> {
  const last = among === undefined ? end : from + BigInt(among - 1);
  if (from > last) return undefined;
  const isTaken = (number: RawBuilder<unknown>) => sql`
    exists (select from credits where typed_code(credit_number) = lpad((${number})::text, ${width}::integer, '0'))`;
  // Stops at the first free number: the range may be too large to count.
  const { rows } = await sql<{ number: string }>`
    with recursive probe (number, is_taken) as (
      select ${String(from)}::numeric, ${isTaken(sql`${String(from)}::numeric`)}
      union all
      select number + 1, ${isTaken(sql`number + 1`)} from probe where is_taken and number < ${String(last)}::numeric
    )
    select number::text from probe where not is_taken`.execute(work);
  return rows[0] && BigInt(rows[0].number);
}

function someNumber({ start, end, width }: Range): bigint {
  // More random digits than needed, so that the modulo is not biased.
  return start + (BigInt(digits(width + 6)) % (end - start + 1n));
}

const padded = (number: bigint, { width }: Range): string => String(number).padStart(width, '0');

export const digits = (length: number): string =>
  Array.from({ length }, () => String(randomInt(10))).join('');
