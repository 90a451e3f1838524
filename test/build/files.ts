import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/** A built file, for shops or bundlers. */
export interface BuiltFile {
  readonly name: string;
  readonly text: string;
  /** Bytes after brotli, as a CDN sends it. */
  readonly bytes: number;
}

/** The built files of a folder below `dist`. */
export function builtFiles(folder: 'cdn' | 'npm'): readonly BuiltFile[] {
  const path = `dist/${folder}`;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css)$/.test(entry.name))
    .map(({ parentPath, name }) => {
      const content = readFileSync(`${parentPath}/${name}`);
      return { name, text: content.toString(), bytes: brotliCompressSync(content).length };
    });
}

/** The file that defines an element, as `loyalty.js` names it. */
export function elementFile(files: readonly BuiltFile[], element: string): string {
  const { text = '' } = files.find(({ name }) => name === 'loyalty.js') ?? {};
  const name = new RegExp(`[;']${element}\\|([\\w-]+)\\|`)
    .exec(text)?.[1]
    ?.replace(/^-/, `loyalty-${element}-`);
  if (name === undefined) throw new Error(`loyalty.js has no file for ${element}`);
  return `${name}.js`;
}

const STATIC = /(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g;
const ANY = /(?:from|import)\s*\(?\s*["'`]\.\/([^"'`]+)["'`]/g;

/** A module and its static imports: what is loaded before it runs. */
export const withStaticImports = (files: readonly BuiltFile[], name: string) => reach(files, name, STATIC);

/** A module and all its static and dynamic imports. */
export const withImports = (files: readonly BuiltFile[], name: string) => reach(files, name, ANY);

function reach(files: readonly BuiltFile[], name: string, imports: RegExp): readonly BuiltFile[] {
  const found = new Map<string, BuiltFile>();
  const visit = (wanted: string) => {
    const file = files.find((other) => other.name === wanted.replace(/^chunks\//, ''));
    if (!file) throw new Error(`${wanted} is not built`);
    if (found.has(wanted)) return;
    found.set(wanted, file);
    for (const [, imported] of file.text.matchAll(imports)) visit(imported!);
  };
  visit(name);
  return [...found.values()];
}
