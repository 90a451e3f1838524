import type { TestProject } from 'vitest/node';
import { createDatabase, fill, startDatabaseServer } from './service-database-server.ts';

interface Started {
  readonly url: string;
  readonly template: string;
  stop(): Promise<void>;
}

/** Vitest loads this file for each project, and all of them run in its process: they share the server. */
const shared = globalThis as typeof globalThis & {
  testDatabase?: { started: Promise<Started>; users: number };
};

/** One database server for the whole run, whatever number of projects, files and workers it has, and one filled database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = (shared.testDatabase ??= { started: startFilled(), users: 0 });
  database.users++;
  const { url, template, stop } = await database.started;
  project.provide('databaseUrl', url);
  project.provide('databaseTemplate', template);
  return async () => {
    if (--database.users > 0) return;
    delete shared.testDatabase;
    await stop();
  };
}

async function startFilled(): Promise<Started> {
  const { url, stop } = await startDatabaseServer();
  const template = await createDatabase(url);
  await fill(template.url);
  return {
    url,
    template: template.name,
    async stop() {
      await template.drop();
      await stop();
    },
  };
}
