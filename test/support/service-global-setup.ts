import type { TestProject } from 'vitest/node';
import { startDatabaseServer } from './service-database-server.ts';

/** One database server for the whole run, whatever number of files and workers it has. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startDatabaseServer();
  project.provide('databaseUrl', url);
  return stop;
}
