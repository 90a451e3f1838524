import type { Data, Page } from '../../shapes/envelope.ts';
import type { Group } from '../../shapes/records/commerce.ts';
import type { Redemption, RedemptionItem } from '../../shapes/redemption.ts';
import { endpoint, of } from '../endpoint.ts';

/** Browses redemptions of all profiles (spec 4.6 Business). Path: ASSUMPTION G12. */
export const redemptions = endpoint('GET', '/v3/redemptions', 'redemptions.index', of<Page<Redemption>>);

/** Reads a redemption (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readRedemption = endpoint(
  'GET',
  '/v3/redemptions/{redemption}',
  'redemptions.show',
  of<Data<Redemption>>,
);

/** Browses redemption items (spec 4.6 Business). Path: ASSUMPTION G12. */
export const redemptionItems = endpoint(
  'GET',
  '/v3/redemptions/items',
  'redemptions.items.index',
  of<Page<RedemptionItem>>,
);

/** Reads a redemption item (spec 4.6 Business). Path: ASSUMPTION G12. */
export const readRedemptionItem = endpoint(
  'GET',
  '/v3/redemptions/items/{redemptionitem}',
  'redemptions.items.show',
  of<Data<RedemptionItem>>,
);

/** Counts redemptions by what they have in an attribute (spec 4.6 Business). */
export const groupRedemptions = endpoint(
  'GET',
  '/v3/redemptions/group/{attribute}',
  'redemptions.group',
  of<Page<Group>>,
);
