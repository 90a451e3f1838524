import { sql } from 'kysely';
import {
  campaignShape,
  MOST_PREVIEWED,
  type CampaignPreview,
  type CampaignPreviewRequest,
} from '../../../src/services/contract/configuration/campaigns.ts';
import { forbidden, invalid } from '../api/problem.ts';
import type { KnownCall } from '../api/route.ts';
import { mayUse } from '../auth/principal.ts';
import { rateOf } from '../commerce/purchase-points.ts';
import { writable } from '../crud/fields.ts';
import { checkReferences } from '../crud/references.ts';
import type { Database, Row } from '../database/tables.ts';
import { checkTerms } from './campaigns.ts';
import { customerFacts } from './customer-facts.ts';
import { pointsOf, type Campaign, type CustomerFacts } from './points-of.ts';
import { campaignOf, channelOf, withTerms } from './stored-campaigns.ts';

type Purchase = Row<'transactions'>;

/** No record has this id. */
const DRAFT_ID = 0;

/**
 * What past purchases would have earned if the campaign had been there: beside the campaigns that gave points then, and in place of one that
 * it replaces. Its dates and whether it is active do not matter; the tier of a profile is that of today. Throws 403 for a token that may not
 * read purchases.
 */
export async function previewOf(call: KnownCall, body: CampaignPreviewRequest): Promise<CampaignPreview> {
  const { db, principal } = call;
  if (!mayUse(principal, 'commerce.read')) throw forbidden('This token lacks the scope commerce.read.');
  const draft = await draftOf(call, body);
  const purchases = await purchasesOf(db, body);
  const ids = purchases.map(({ id }) => id);
  const [lines, given] = [await linesOf(db, ids), await givenTo(db, ids)];
  const drafted = new Map<string, number>();
  const facts = new Map<string | null, CustomerFacts | null>();
  const transactions: CampaignPreview['transactions'] = [];
  for (const { channel, ...purchase } of purchases) {
    const { id, external_id, profile_id: profileId, total, transacted_at: at } = purchase;
    const before = given.get(id) ?? [];
    if (!facts.has(profileId)) facts.set(profileId, await customerFacts(db, profileId, [draft]));
    const known = facts.get(profileId);
    const customer: CustomerFacts | null = known
      ? {
          ...known,
          given: new Map([[DRAFT_ID, drafted.get(profileId ?? '') ?? 0]]),
        }
      : null;
    const { value: rate } = await rateOf(db, purchase);
    const bought = { total, rate, lines: lines.get(id) ?? [], channel, at };
    const others = before.filter((one) => one.id !== body.replaces).map(asGiven);
    const would = pointsOf(bought, [draft, ...others], customer);
    const byDraft = would.campaigns.find(({ campaign }) => campaign === draft)?.points ?? 0;
    if (profileId !== null) drafted.set(profileId, (drafted.get(profileId) ?? 0) + byDraft);
    const earned = would.base + before.reduce((sum, { points }) => sum + points, 0);
    transactions.push({
      id: String(id),
      external_id,
      profile_id: profileId,
      earned,
      would_earn: would.points,
    });
  }
  const sum = (field: 'earned' | 'would_earn') => transactions.reduce((all, one) => all + one[field], 0);
  return { earned: sum('earned'), would_earn: sum('would_earn'), transactions };
}

async function draftOf(
  { db, principal }: KnownCall,
  { campaign }: CampaignPreviewRequest,
): Promise<Campaign> {
  const values = writable(campaignShape, campaign, principal);
  await checkReferences(db, 'campaign', values);
  checkTerms(values);
  const { rows } = await sql<{ terms: object }>`
    select ${withTerms(sql`${JSON.stringify(values)}::jsonb`)} as terms`.execute(db);
  return { ...campaignOf({ ...rows[0]?.terms, id: DRAFT_ID }), starts_at: null, ends_at: null };
}

/** The purchases of the request, the oldest first. Throws 422 for one that does not exist, and for too many. */
async function purchasesOf(db: Database, { external_ids: names, from, until }: CampaignPreviewRequest) {
  if ((names === undefined) === (from === undefined && until === undefined))
    throw invalid({ external_ids: ['Name either external_ids or a period with from and until.'] });
  const found = await db
    .selectFrom('transactions')
    .selectAll()
    .select(channelOf(sql`transactions.location_id`).as('channel'))
    .where('total', '>', '0')
    .$if(names !== undefined, (query) => query.where('external_id', 'in', [...(names ?? [])]))
    .$if(from !== undefined, (query) => query.where('transacted_at', '>=', new Date(from ?? 0)))
    .$if(until !== undefined, (query) => query.where('transacted_at', '<', new Date(until ?? 0)))
    .orderBy('transacted_at')
    .orderBy('id')
    .limit(MOST_PREVIEWED + 1)
    .execute();
  const missing = names?.find((name) => !found.some((one) => one.external_id === name));
  if (missing !== undefined)
    throw invalid({ external_ids: [`There is no purchase with the external id ${missing}.`] });
  if (found.length > MOST_PREVIEWED)
    throw invalid({ until: [`The period has more than ${MOST_PREVIEWED} purchases: choose a shorter one.`] });
  return found satisfies readonly Purchase[];
}

async function linesOf(db: Database, ids: readonly number[]) {
  const rows = await db
    .selectFrom('transaction_items')
    .selectAll()
    .where(sql<boolean>`transaction_id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  const found = new Map<number, Row<'transaction_items'>[]>();
  for (const row of rows) found.set(row.transaction_id, [...(found.get(row.transaction_id) ?? []), row]);
  return found;
}

type GivenThen = Campaign & { readonly points: number };

/** The campaigns that gave points for purchases, as they were then, and how many. */
async function givenTo(db: Database, ids: readonly number[]): Promise<Map<number, GivenThen[]>> {
  const { rows } = await sql<{ transaction_id: number; campaign: object; points: number }>`
    select transaction_id, campaign, sum(points)::bigint as points from transaction_campaigns
    where transaction_id = any(${ids}::bigint[]) group by transaction_id, campaign`.execute(db);
  const found = new Map<number, GivenThen[]>();
  for (const { transaction_id: id, campaign, points } of rows)
    found.set(id, [...(found.get(id) ?? []), { ...campaignOf(campaign), points }]);
  return found;
}

/** It gave these points: its limits allowed no more then. */
const asGiven = ({ points, ...campaign }: GivenThen): Campaign => ({
  ...campaign,
  tier_from: null,
  channels: null,
  starts_at: null,
  ends_at: null,
  max_points: points,
  max_points_per_profile: null,
});
