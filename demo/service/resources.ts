import type { Resource } from './crud/resource.ts';
import { automationResources } from './automation/resources.ts';
import { commerceResources } from './commerce/routes.ts';
import { configurationResources } from './configuration/routes.ts';
import { incentiveResources } from './programme/resources.ts';
import { importResources } from './imports/resources.ts';
import { customFieldResources } from './crud/custom-fields/routes.ts';
import { listResources } from './lists/routes.ts';
import { organisationResources } from './configuration/organisations.ts';
import { platformResources } from './platform/resources.ts';
import { profileResources } from './profiles/routes.ts';
import { savedFilters } from './configuration/saved-filters.ts';

const models: readonly Resource[] = [
  ...profileResources,
  ...listResources,
  ...customFieldResources,
  ...commerceResources,
  ...organisationResources,
  ...configurationResources,
  ...incentiveResources,
  ...platformResources,
  ...automationResources,
  ...importResources,
];

/** Every plain resource: `routesOf` derives its routes. */
export const resources: readonly Resource[] = [...models, savedFilters(models)];
