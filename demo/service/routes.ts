import { pathToFileURL } from 'node:url';
import { endpoints } from './catalogue.ts';
import type { Route } from './http/route.ts';
import { routesOf } from './records/routes.ts';
import { resources } from './resources/index.ts';
import { authRoutes } from './sections/auth.ts';
import { automationRoutes } from './sections/automation.ts';
import { batchRoutes } from './sections/batches.ts';
import { healthRoutes } from './sections/health.ts';
import { importRoutes } from './sections/imports.ts';
import { customFieldRoutes } from './sections/custom-fields.ts';
import { commerceRoutes } from './sections/commerce.ts';
import { configurationRoutes } from './sections/configuration.ts';
import { incentiveRoutes } from './sections/incentives.ts';
import { listItemRoutes } from './sections/list-items.ts';
import { listShareRoutes } from './sections/list-shares.ts';
import { listRoutes } from './sections/lists.ts';
import { profileRoutes } from './sections/profiles.ts';

/** Everything the service answers, section by section of the interface. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...profileRoutes,
  ...incentiveRoutes,
  ...listRoutes,
  ...automationRoutes,
  ...batchRoutes,
  ...importRoutes,
  ...healthRoutes,
  ...listItemRoutes,
  ...listShareRoutes,
  ...customFieldRoutes,
  ...commerceRoutes,
  ...configurationRoutes,
  ...resources.flatMap(routesOf),
];

/** Endpoints of the catalogue that nothing answers. */
export function missing() {
  const answered = new Set(routes.map(({ endpoint }) => endpoint));
  return endpoints.filter((endpoint) => !answered.has(endpoint));
}

// `npx tsx demo/service/routes.ts [--missing]` prints what is answered, or what is not.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const listed = process.argv.includes('--missing') ? missing() : routes.map(({ endpoint }) => endpoint);
  for (const { method, path, id } of listed) process.stdout.write(`${method.padEnd(6)} ${path}  ${id}\n`);
  process.stdout.write(`${listed.length} of ${endpoints.length}\n`);
}
