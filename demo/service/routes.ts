import { serviceEndpoints } from '../../src/services/contract/catalogue.ts';
import { pathToFileURL } from 'node:url';
import type { Route } from './api/route.ts';
import { routesOf } from './crud/routes.ts';
import { resources } from './resources.ts';
import { authRoutes } from './auth/routes.ts';
import { automationRoutes } from './automation/routes.ts';
import { batchRoutes } from './platform/batches/routes.ts';
import { healthRoutes } from './platform/health.ts';
import { importRoutes } from './imports/routes.ts';
import { customFieldRoutes } from './crud/custom-fields/routes.ts';
import { commerceRoutes } from './commerce/routes.ts';
import { configurationRoutes } from './configuration/routes.ts';
import { incentiveRoutes } from './programme/routes.ts';
import { listRoutes } from './lists/routes.ts';
import { profileRoutes } from './profiles/routes.ts';

/** Every route of the service, by section of the interface. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...profileRoutes,
  ...incentiveRoutes,
  ...listRoutes,
  ...automationRoutes,
  ...batchRoutes,
  ...importRoutes,
  ...healthRoutes,
  ...customFieldRoutes,
  ...commerceRoutes,
  ...configurationRoutes,
  ...resources.flatMap(routesOf),
];

/** Endpoints of the catalogue without a route. */
export function missing() {
  const answered = new Set(routes.map(({ endpoint }) => endpoint));
  return serviceEndpoints.filter((endpoint) => !answered.has(endpoint));
}

// `npx tsx demo/service/routes.ts [--missing]` prints the endpoints with a route, or those without one.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const listed = process.argv.includes('--missing') ? missing() : routes.map(({ endpoint }) => endpoint);
  for (const { method, path, id } of listed) process.stdout.write(`${method.padEnd(6)} ${path}  ${id}\n`);
  process.stdout.write(`${listed.length} of ${serviceEndpoints.length}\n`);
}
