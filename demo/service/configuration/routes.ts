import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import {
  authenticatedUser,
  calculateRate,
  searchRateAttributes,
  settingsEnvironment,
} from '../../../src/services/contract/endpoints/index.ts';
import { rateShape } from '../../../src/services/contract/shapes/records/configuration.ts';
import { userShape } from '../../../src/services/contract/shapes/records/organisations.ts';
import { browse } from '../api/paging.ts';
import { invalid, notFound, Problem } from '../api/problem.ts';
import { route, type KnownCall, type Route } from '../api/route.ts';
import { attributesOf } from '../crud/fields.ts';
import { findRecord, rowsWithin } from '../crud/store.ts';
import { type Stored, tableOf } from '../crud/tables.ts';
import { viewOfRow, viewsOf } from '../crud/views.ts';

const rates = tableOf('rate');
const rateAttributes = attributesOf(rateShape, rates);

const { version } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as Readonly<Record<'version', string>>;

/** Configuration beside its plain resources, and who is asking. */
export const configurationRoutes: readonly Route[] = [
  route(calculateRate, async (call) => {
    const { rate: named, amount } = call.body;
    const rate = await rateBy(call, named);
    const { rows } = await sql<{ result: string }>`
      select trim_scale(${amount}::numeric * ${rate['value']}::numeric)::text as result`.execute(call.db);
    const result = rows[0]?.result ?? '0';
    return { data: { rate: await viewOfRow({ shape: rateShape }, call, rate), amount, result } };
  }),

  // `search` is what the attribute has to hold, in any case; without it, all that have the attribute (G11).
  route(searchRateAttributes, (call) => {
    const attribute = rateAttributes.get(call.path.attribute);
    if (!attribute) throw notFound();
    const wanted = call.url.searchParams.get('search') ?? '';
    if (wanted.includes('\0')) throw invalid({ search: ['The search parameter has an invalid format.'] });
    const rows = rowsWithin(call.db, rates, {}).where(
      sql<boolean>`position(lower(${wanted}::text) in lower((${attribute.sql})::text)) > 0`,
    );
    return browse(call, rows, (found) => viewsOf({ shape: rateShape }, call, found), {
      attributes: rateAttributes,
    });
  }),

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

/** A rate by its id or its handle. Throws 422 where there is none. */
async function rateBy({ db }: KnownCall, named: number | string): Promise<Stored> {
  try {
    return await findRecord(db, rates, {}, String(named), {
      by: typeof named === 'number' ? 'id' : 'handle',
    });
  } catch (error) {
    if (error instanceof Problem) throw invalid({ rate: ['There is no such rate.'] });
    throw error;
  }
}
