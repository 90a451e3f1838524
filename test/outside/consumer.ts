import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { expanded } from '../support/package-entries.ts';

/** Result of a command in the consumer's folder. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The project that has installed the package. */
export const folder = inject('consumerFolder');
export const packageFolder = path.join(folder, 'node_modules/loyalty-elements');

export const packageJson = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};

/**
 * Entries that are JavaScript modules, as a consumer writes them: `loyalty-elements/client`. Those of frameworks are types alone, of
 * frameworks that this project has not installed: test/build/framework-types.test.ts.
 */
export const moduleEntries = Object.entries(packageJson.exports)
  .flatMap(([key, target]) => (typeof target === 'object' ? expanded(key, target, packageFolder) : []))
  .filter(([, target]) => !target.default.startsWith('./dist/frameworks/'))
  .map(([key, target]) => ({ specifier: key.replace('.', 'loyalty-elements'), ...target }));

/** Writes a file in the consumer's folder. Returns its path. */
export async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}

/** Runs a program in the consumer's folder, with an environment without this repository. */
export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(
      program,
      args,
      { cwd: folder, env: { ...ownEnvironment(), ...environment } },
      (error, stdout, stderr) =>
        resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, stdout, stderr }),
    );
  });
}

/** Runs a module of the consumer in Node and parses the JSON that it prints. Fails with its error output. */
export async function runModule(name: string, source: string): Promise<unknown> {
  const { code, stdout, stderr } = await run(process.execPath, [await write(name, source)]);
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${stderr}`);
  return JSON.parse(stdout);
}

/** The environment without the variables of the test runner and npm. */
export function ownEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
