import { sql, type Kysely, type Migration } from 'kysely';

/** Which campaign gave which points of a purchase, in shares of its lines, so that refunds take back what was true at the purchase. */
export const campaignsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table transaction_campaigns (
        id bigint generated always as identity primary key,
        transaction_id bigint not null references transactions,
        -- The profile whose limit the points count towards: the one of the purchase when it was added.
        profile_id text references profiles,
        -- No reference: a campaign can be deleted, and purchases keep what it gave.
        campaign_id bigint not null,
        -- The campaign as it was.
        campaign jsonb not null,
        -- Null for a purchase without lines.
        item_id bigint references transaction_items,
        points bigint not null check (points > 0),
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index on transaction_campaigns (transaction_id)`.execute(db);
    await sql`
      create index on transaction_campaigns (profile_id, campaign_id) where profile_id is not null`.execute(
      db,
    );
  },
};
