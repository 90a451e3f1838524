import { sql } from 'kysely';
import { typedCode } from '../../../src/services/transport/typed-text.ts';
import type { Database } from '../database/tables.ts';

/** A member as the search of the dashboard lists it. */
export interface FoundMember {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly points: number;
  readonly tier: string | null;
}

export const SHOWN_MEMBERS = 50;

/** Members whose name, e-mail address or phone number contains a text, or whose id is that text; all without a text. By name. */
export async function findMembers(db: Database, wanted: string): Promise<readonly FoundMember[]> {
  const part = typedCode(wanted.trim());
  const { rows } = await sql<FoundMember>`
    select id, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) as name, email,
      coalesce(available, 0) as points, (
        select tier.name from profile_tiers join tier_definitions as tier on tier.id = tier_definition_id
        where profile_id = profiles.id) as tier
    from profiles left join point_balances on profile_id = id
    where deleted_at is null and (
      strpos(typed_code(concat_ws(' ', nullif(first_name, ''), nullif(last_name, ''))), ${part}) > 0
      or strpos(typed_code(email), ${part}) > 0 or strpos(typed_code(fields ->> 'phone'), ${part}) > 0
      or id = ${wanted.trim()} or external_id = ${wanted.trim()}
      or exists (select from identities where profile_id = profiles.id and value = ${wanted.trim()}))
    order by lower(last_name), lower(first_name), id limit ${SHOWN_MEMBERS}`.execute(db);
  return rows;
}
