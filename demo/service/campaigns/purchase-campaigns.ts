import { sql } from 'kysely';
import type { Rate } from '../commerce/purchase-rate.ts';
import type { Database, Row } from '../database/tables.ts';
import { customerFacts } from './customer-facts.ts';
import { pointsOf } from './points-of.ts';
import { campaignOf } from './stored-campaigns.ts';

interface Added {
  readonly purchase: Row<'transactions'>;
  readonly lines: readonly Row<'transaction_items'>[];
  readonly rate: Rate;
  /** As JSON. */
  readonly campaigns: readonly object[];
  readonly channel: string | null;
}

/**
 * Stores which campaigns give points for a purchase that was just added, and returns their sum. It stays with the purchase, whatever
 * becomes of the campaigns. Call it with the purchases of the profile locked: another one could reach the limit of a campaign.
 */
export async function giveByCampaigns(work: Database, added: Added): Promise<number> {
  const { purchase, lines, rate, channel } = added;
  if (added.campaigns.length === 0) return 0;
  const open = added.campaigns.map(campaignOf);
  const customer = await customerFacts(work, purchase.profile_id, open);
  const { base, points, campaigns } = pointsOf(
    { total: purchase.total, rate: rate.value, lines, channel, at: purchase.transacted_at },
    open,
    customer,
  );
  if (campaigns.length === 0) return 0;
  const rows = campaigns.flatMap(({ campaign, shares }) =>
    shares.map(({ line, points: ofLine }) => ({
      campaign_id: campaign.id,
      campaign,
      item_id: line === null ? null : (lines[line]?.id ?? null),
      points: ofLine,
    })),
  );
  await sql`
    insert into transaction_campaigns (transaction_id, profile_id, campaign_id, campaign, item_id, points)
    select ${purchase.id}, ${purchase.profile_id}::text, campaign_id, campaign, item_id, points
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (campaign_id bigint, campaign jsonb, item_id bigint, points bigint)`.execute(work);
  return points - base;
}
