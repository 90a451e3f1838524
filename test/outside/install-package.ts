import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a project with the packed package and nothing else of this repository. */
    consumerFolder: string;
  }
}

/** Types of Node, which a TypeScript project needs; the same version as here, so that npm downloads nothing. */
const NODE_TYPES = '@types/node@20.19.43';

/** Packs the package as `npm publish` would, and installs it into an empty folder outside the repository. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'loyalty-outside-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run('npm', ['pack', '--pack-destination', folder, '--loglevel=error']);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new Error('npm pack created no tarball.');
    await writeFile(
      path.join(folder, 'package.json'),
      JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
    );
    await run(
      'npm',
      [
        'install',
        `./${tarball}`,
        NODE_TYPES,
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      { cwd: folder },
    );
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('consumerFolder', folder);
  return remove;
}
