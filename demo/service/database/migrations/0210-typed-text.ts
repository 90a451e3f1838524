import { sql, type Kysely, type Migration } from 'kysely';
import { typedCode } from '../../../../src/services/transport/typed-text.ts';

/** The planes that have characters with another form: letters, digits and signs, and invisible marks. */
const CODE_POINTS: readonly (readonly [number, number])[] = [
  [0x1, 0xd7ff],
  [0xe000, 0x1ffff],
  [0xe0000, 0xe0fff],
];

/** Codes that people type have the same form in JavaScript and in every locale of a database. */
export const typedTextMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const { from, to, ascii } = forms();
    // An index keeps the function of before, also when it is built again: it has to be another one.
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select relname as name, pg_get_indexdef(oid) as definition from pg_class
      where relkind = 'i' and pg_get_indexdef(oid) like '%typed_code(%' order by relname`.execute(db);
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`
      create or replace function typed_code(code text) returns text language sql immutable strict parallel safe as $typed$
        select coalesce(nullif(case
          -- Nearly all codes: the long list of the other case is read once for each character.
          when octet_length(code) = char_length(code) then lower(translate(code, ${sql.lit(ascii)}, '') collate "C")
          else normalize(translate(normalize(code, NFKC), ${sql.lit(from)}, ${sql.lit(to)}), NFKC) end, ''), code)
      $typed$`.execute(db);
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    await renameNotices(db);
  },
};

/** For `translate`: the characters of `from` become those of `to`, and the last ones, which have none there, are removed. */
function forms() {
  const changed: [string, string][] = [];
  const removed: string[] = [];
  for (const [first, last] of CODE_POINTS) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      if (/\p{Cn}/u.test(character) || character.normalize('NFKC') !== character) continue;
      // A separator alone would stay as it is; nothing is composed with digits.
      const form = typedCode(`0${character}0`).slice(1, -1);
      if (form === '') removed.push(character);
      else if (form !== character) changed.push([character, form]);
    }
  }
  return {
    from: changed.map(([character]) => character).join('') + removed.join(''),
    to: changed.map(([, form]) => form).join(''),
    ascii: removed.filter((character) => character < '\x80').join(''),
  };
}

/** Announced dates are known by their names, which had another form: under it they would be announced again. */
async function renameNotices(db: Kysely<unknown>): Promise<void> {
  const renamed = sql`(
    select part[1] || typed_code(part[2]) || part[3]
    from regexp_match(subject, '^((?:customer|staff)-date/)(.*)(/[^/]+)$') as part)`;
  // Two names of before may be one now.
  await sql`
    with taken as (
      delete from notices where kind = 'date.reached' and subject <> ${renamed}
      returning profile_id, kind, ${renamed} as subject, created_at)
    insert into notices (profile_id, kind, subject, created_at) select * from taken on conflict do nothing`.execute(
    db,
  );
}
