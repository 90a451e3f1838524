import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT_MS = 240_000;

/**
 * Installs packages that a benchmark compares with into a folder of its own.
 * @returns why that failed; `undefined` where they are installed
 */
export function installPeers(folder: string, packages: readonly string[]): string | undefined {
  const list = packages.join('\n');
  const installed = join(folder, 'installed.txt');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === list) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const words = ['install', '--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--legacy-peer-deps'];
  try {
    execFileSync('npm', [...words, ...packages], { cwd: folder, stdio: 'pipe', timeout: LIMIT_MS });
    writeFileSync(installed, list);
    return undefined;
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    return /npm error .*/.exec(stderr?.toString() ?? '')?.[0] ?? String(error);
  }
}
