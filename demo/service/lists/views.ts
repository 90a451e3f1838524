import { listShape, type List } from '../../../src/services/contract/shapes/list.ts';
import type { Row } from '../platform/database/tables.ts';
import type { ViewContext } from '../crud/resource.ts';
import { viewOfRow } from '../crud/views.ts';

/** A row of `lists` as a record. */
export const listView = (viewing: ViewContext, list: Row<'lists'>): Promise<List> =>
  viewOfRow({ shape: listShape }, viewing, { ...list });
