import type { Resource } from '../records/resource.ts';
import { commerceResources } from './commerce.ts';
import { configurationResources } from './configuration.ts';
import { orderResources } from './orders.ts';
import { organisationResources } from './organisations.ts';
import { platformResources } from './platform.ts';
import { productResources } from './products.ts';
import { profileResources } from './profiles.ts';

/** Every plain resource: data, of which routes are made. */
export const resources: readonly Resource[] = [
  ...profileResources,
  ...commerceResources,
  ...productResources,
  ...orderResources,
  ...organisationResources,
  ...configurationResources,
  ...platformResources,
];
