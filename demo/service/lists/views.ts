import { listShape, type List } from '../../../src/services/shapes/list.ts';
import type { Row } from '../database/tables.ts';
import type { Viewing } from '../records/resource.ts';
import { viewOfRow } from '../records/views.ts';

/** A row of `lists` as a record. */
export const listView = (viewing: Viewing, list: Row<'lists'>): Promise<List> =>
  viewOfRow({ shape: listShape }, viewing, { ...list });
