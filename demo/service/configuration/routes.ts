import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import {
  authenticatedUser,
  calculateRate,
  previewCampaign,
  searchRateAttributes,
  settingsEnvironment,
} from '../../../src/services/contract/endpoints/index.ts';
import * as of from '../../../src/services/contract/configuration/reference-data.ts';
import { userShape } from '../../../src/services/contract/organisations.ts';
import { campaignResource } from '../campaigns/campaigns.ts';
import { previewOf } from '../campaigns/preview.ts';
import { browse } from '../api/paging.ts';
import { invalid, notFound, Problem } from '../api/problem.ts';
import { route, type KnownCall, type Route } from '../api/route.ts';
import { attributesOf } from '../crud/fields.ts';
import type { Resource } from '../crud/resource.ts';
import { findRecord, rowsWithin } from '../crud/store.ts';
import { viewOfRow, viewsOf } from '../crud/views.ts';
import { isoDigits } from '../programme/check-money.ts';
import { checkConnection } from '../platform/sync/connections.ts';
import { tableOf } from '../crud/tables.ts';

/** Resources of the section Configuration; definitions of incentives and roles are in their own folders. */
export const configurationResources: readonly Resource[] = [
  campaignResource,
  { id: 'brands', model: 'brand', shape: of.brandShape },
  {
    id: 'countries',
    model: 'country',
    shape: of.countryShape,
    unique: ['code'],
  },
  {
    id: 'currencies',
    model: 'currency',
    shape: of.currencyShape,
    adding: async (_, values) => ({ decimals: isoDigits(String(values['code'])), ...values }),
    unique: ['code'],
    fixedInUse: ['code', 'decimals'],
  },
  {
    id: 'departments',
    model: 'department',
    shape: of.departmentShape,
    hierarchyField: 'parent_id',
  },
  {
    id: 'regions',
    model: 'region',
    shape: of.regionShape,
  },
  {
    id: 'profiles.regions',
    model: 'profile-region',
    shape: of.profileRegionShape,
  },
  { id: 'rates', model: 'rate', shape: of.rateShape },
  { id: 'systems', model: 'system', shape: of.systemShape },
  { id: 'tags', model: 'tag', shape: of.tagShape },
  { id: 'statuses', model: 'status', shape: of.statusShape },
  {
    id: 'connections.definitions',
    model: 'connection-definition',
    shape: of.connectionDefinitionShape,
    defaults: { settings: [] },
  },
  {
    id: 'connections',
    model: 'connection',
    shape: of.connectionShape,
    defaults: { is_active: true },
    adding: async ({ db }, values) => {
      await checkConnection(db, values);
      return values;
    },
    editing: async ({ db }, before, values) => {
      await checkConnection(db, { ...before, ...values });
      return values;
    },
  },
];

const rates = tableOf('rate', of.rateShape);
export const rateAttributes = attributesOf(of.rateShape, rates);

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/** Routes of the section Configuration, except those of its resources, and the user of the token. */
export const configurationRoutes: readonly Route[] = [
  route(calculateRate, async (call) => {
    const { rate: named, amount } = call.body;
    const rate = await rateBy(call, named);
    const { rows } = await sql<{ result: string }>`
      select trim_scale(${amount}::numeric * ${rate.value}::numeric)::text as result`.execute(call.db);
    const result = rows[0]?.result ?? '0';
    return { data: { rate: await viewOfRow({ shape: of.rateShape }, call, rate), amount, result } };
  }),

  // Finds rates whose attribute contains `search`, ignoring case; without it, all that have the attribute.
  route(searchRateAttributes, (call) => {
    const attribute = rateAttributes.get(call.path.attribute);
    if (!attribute) throw notFound();
    const search = call.url.searchParams.get('search') ?? '';
    if (search.includes('\0')) throw invalid({ search: ['The search parameter has an invalid format.'] });
    const rows = rowsWithin(call.db, rates, {}).where(
      sql<boolean>`position(lower(${search}::text) in lower((${attribute.sql})::text)) > 0`,
    );
    return browse(call, rows, (found) => viewsOf({ shape: of.rateShape }, call, found), {
      attributes: rateAttributes,
      parameters: ['search'],
    });
  }),

  route(previewCampaign, async (call) => ({ data: await previewOf(call, call.body) })),

  route(settingsEnvironment, async () => ({
    data: { name: process.env['NODE_ENV'] ?? 'development', version },
  })),

  route(authenticatedUser, async (call) => {
    const { userId } = call.principal;
    if (userId === null) throw notFound();
    const user = await findRecord(call.db, tableOf('user'), {}, String(userId));
    return { data: await viewOfRow({ shape: userShape }, call, user) };
  }),
];

/** A rate by its id or its handle. Throws 422 for an unknown one. */
async function rateBy({ db }: KnownCall, named: number | string) {
  try {
    return await findRecord(db, rates, {}, String(named), {
      by: typeof named === 'number' ? 'id' : 'handle',
    });
  } catch (error) {
    if (error instanceof Problem) throw invalid({ rate: ['There is no such rate.'] });
    throw error;
  }
}
