import { execFileSync, spawn } from 'node:child_process';
import {
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const GUIDE = 'docs/guides/server-rendering.md';

/** A shop's folder with the built package and its dependencies in `node_modules`. */
export interface ShopProject {
  readonly directory: string;
  write(name: string, text: string): void;
  /** Runs a module in Node, without a DOM. Resolves to its output; rejects unless the process ends by itself with code 0. */
  run(name: string, flags?: readonly string[]): Promise<string>;
  remove(): void;
}

export function shopProject(): ShopProject {
  const directory = mkdtempSync(path.join(tmpdir(), 'loyalty-shop-'));
  const modules = path.join(directory, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(path.join(REPOSITORY, 'node_modules')))
    symlinkSync(path.join(REPOSITORY, 'node_modules', name), path.join(modules, name));
  symlinkSync(REPOSITORY, path.join(modules, 'loyalty-elements'));
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);
  write('package.json', '{ "type": "module" }');
  return {
    directory,
    write,
    run: (name, flags = []) => runModule(directory, name, flags),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function runModule(directory: string, name: string, flags: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...flags, name], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 && !errors) resolve(output);
      else reject(new Error(`${name} ended with ${code}:\n${output}${errors}`));
    });
  });
}

/** Writes the guide's example into a shop's folder and builds its script with the guide's own command. */
export function writeGuideExample(project: ShopProject): void {
  const guide = readFileSync(path.join(REPOSITORY, GUIDE), 'utf8');
  const files = [...guide.matchAll(/```js\n\/\/ (\S+)\n([^]*?)```/g)];
  for (const [, name, text] of files) project.write(name!, text!);
  const bundle = /^npx esbuild (.+)$/m.exec(guide);
  if (!files.length || !bundle) throw new Error(`${GUIDE} has no example any more.`);
  execFileSync('npx', ['--no-install', 'esbuild', ...bundle[1]!.split(' '), '--log-level=warning'], {
    cwd: project.directory,
    stdio: 'inherit',
  });
}

export interface RunningExample {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the guide's server. The `customer` cookie of a request names the customer. */
export async function startGuideExample(
  project: ShopProject,
  environment: Readonly<Record<string, string>>,
): Promise<RunningExample> {
  project.write(
    'session.js',
    `export function customerOf(request) {
      const id = /customer=(\\d+)/.exec(request.headers.cookie ?? '')?.[1];
      return id ? { id } : undefined;
    }`,
  );
  const child = spawn(process.execPath, ['server.js'], {
    cwd: project.directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /^(http:\S+)$/m.exec(output)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`The server ended:\n${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
