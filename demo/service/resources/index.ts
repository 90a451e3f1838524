import type { Resource } from '../records/resource.ts';
import { automationResources } from './automation.ts';
import { commerceResources } from './commerce.ts';
import { configurationResources } from './configuration.ts';
import { incentiveResources } from './incentives.ts';
import { importResources } from './imports.ts';
import { customFieldResources } from './custom-fields.ts';
import { listResources } from './lists.ts';
import { orderResources } from './orders.ts';
import { organisationResources } from './organisations.ts';
import { platformResources } from './platform.ts';
import { productResources } from './products.ts';
import { profileResources } from './profiles.ts';
import { savedFilters } from './saved-filters.ts';

const models: readonly Resource[] = [
  ...profileResources,
  ...listResources,
  ...customFieldResources,
  ...commerceResources,
  ...productResources,
  ...orderResources,
  ...organisationResources,
  ...configurationResources,
  ...incentiveResources,
  ...platformResources,
  ...automationResources,
  ...importResources,
];

/** Every plain resource: data, of which routes are made. */
export const resources: readonly Resource[] = [...models, savedFilters(models)];
