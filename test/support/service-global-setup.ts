import type { TestProject } from 'vitest/node';
import { createDatabase, fill, startDatabaseServer } from './service-database-server.ts';

/** One database server for the whole run, whatever number of files and workers it has, and one filled database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startDatabaseServer();
  const template = await createDatabase(url);
  await fill(template.url);
  project.provide('databaseUrl', url);
  project.provide('databaseTemplate', template.name);
  return async () => {
    await template.drop();
    await stop();
  };
}
