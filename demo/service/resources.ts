import type { Resource } from './crud/resource.ts';
import { automationResources } from './platform/automation/resources.ts';
import { commerceResources } from './commerce/resources.ts';
import { configurationResources } from './configuration/resources.ts';
import { incentiveResources } from './programme/resources.ts';
import { importResources } from './platform/imports/resources.ts';
import { customFieldResources } from './crud/custom-fields/resources.ts';
import { listResources } from './lists/resources.ts';
import { orderResources } from './commerce/order-resources.ts';
import { organisationResources } from './configuration/organisation-resources.ts';
import { platformResources } from './platform/resources.ts';
import { productResources } from './commerce/product-resources.ts';
import { profileResources } from './profiles/resources.ts';
import { savedFilters } from './configuration/saved-filters.ts';

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
