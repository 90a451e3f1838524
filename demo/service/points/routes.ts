import * as on from '../../../src/services/contract/endpoints/index.ts';
import { pointDefinitionShape } from '../../../src/services/contract/configuration/definitions.ts';
import { pointShape, type PointOfProfile } from '../../../src/services/contract/incentives/points.ts';
import { browse } from '../api/paging.ts';
import { invalid } from '../api/problem.ts';
import type { Database } from '../database/tables.ts';
import { notToCustomers, route, type KnownCall, type Route } from '../api/route.ts';
import { checkIssuable } from '../programme/definitions.ts';
import { givePoints } from './give-points.ts';
import { linkedTo } from './linked-profiles.ts';
import { afterDays, beginningOf, endAfterDays, endingOf } from '../programme/periods.ts';
import { programmeOf } from '../programme/programme.ts';
import { lockSettledBalance } from './settle.ts';
import { spend } from './spend.ts';
import { attributesOf } from '../crud/fields.ts';
import { checkReferences } from '../crud/references.ts';
import { findRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';
import { viewOfRow, viewsOf } from '../crud/views.ts';

const points = { shape: pointShape };
const pointDefinitionTable = tableOf('point-definition', pointDefinitionShape);
export const pointAttributes = attributesOf(pointShape, tableOf('point'));

/** Endpoints of points, except the verbs of a plain resource: each record is an entry of the ledger. */
export const pointRoutes: readonly Route[] = [
  route(on.addPoint, async (call) => {
    const { profile_id: profileId, ...body } = call.body;
    const found = await checkReferences(call.db, 'point', { profile_id: profileId });
    return { data: await change(call, found.profile_id, body) };
  }),
  route(on.addProfilePoint, async (call) => ({ data: await change(call, call.profileId, call.body) })),

  notToCustomers(
    route(on.profileLinkedPoints, (call) =>
      browse(
        call,
        call.db.selectFrom('points').selectAll().where('profile_id', 'in', linkedTo(call.db, call.profileId)),
        (rows) => viewsOf(points, call, rows),
        { attributes: pointAttributes },
      ),
    ),
  ),
];

/** Issues points, or debits them for a negative value: 422 for more than are available. */
async function change(call: KnownCall, profileId: string, body: PointOfProfile) {
  const { db, origin } = call;
  const { description } = body;
  const { value, definition } = await pointsOf(db, body);
  const definitionId = body.point_definition_id ?? null;
  const reason =
    description ?? definition?.name ?? origin?.name ?? (value > 0 ? 'Points given' : 'Points taken');
  const cause = {
    rule: origin?.rule ?? null,
    ...(origin && { source: { type: origin.type, id: origin.id } }),
  };
  if (value > 0) {
    const { timezone } = await programmeOf(db);
    const id = await givePoints(db, {
      ...cause,
      profileId,
      value,
      reason,
      definitionId,
      releasedAt: body.released_at
        ? beginningOf(body.released_at, timezone)
        : afterDays(definition?.release_period),
      expiresAt: body.expires_at
        ? endingOf(body.expires_at, timezone)
        : endAfterDays(definition?.period, timezone),
    });
    return await read(call, id);
  }
  if ((await lockSettledBalance(db, profileId)) < -value) {
    throw invalid({ value: ['There are not as many points.'] });
  }
  const { entryId = 0 } = await spend(db, { profileId, amount: -value, reason, ...cause });
  return await read(call, entryId);
}

/** The points of a new record, as it says or as its definition does. Throws 422 for none. */
export async function pointsOf(db: Database, body: PointOfProfile) {
  const definitionId = body.point_definition_id ?? null;
  await checkReferences(db, 'point', { point_definition_id: definitionId });
  const definition =
    definitionId === null ? undefined : await findRecord(db, pointDefinitionTable, {}, String(definitionId));
  if (definition) checkIssuable(definition, 'point_definition_id');
  const value = body.value ?? definition?.value;
  if (value === undefined || value === null)
    throw invalid({ value: ['The value field is required without a point_definition_id.'] });
  if (value === 0) throw invalid({ value: ['The value field cannot be 0.'] });
  return { value, definition };
}

async function read(call: KnownCall, id: number) {
  const row = await call.db.selectFrom('points').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const data = await viewOfRow(points, call, row);
  call.note({ changes: { is: data } });
  return data;
}
