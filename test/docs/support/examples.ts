import { readFileSync } from 'node:fs';
import { transform } from 'esbuild';
import { expect } from 'vitest';

/** A code block of a document. */
export interface Example {
  readonly language: string;
  readonly code: string;
}

export const examplesOf = (file: string): readonly Example[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
    ([, language = '', code = '']) => ({
      language,
      code,
    }),
  );

/** The only example of a document that contains these words. */
export function exampleWith(file: string, ...words: readonly string[]): string {
  const found = examplesOf(file).filter(({ code }) => words.every((word) => code.includes(word)));
  expect([words, found.length]).toEqual([words, 1]);
  return found[0]?.code ?? '';
}

/** Attributes of the first tag of this name. */
export function attributesOf(html: string, tag: string): Record<string, string> {
  const [, inside = ''] = new RegExp(`<${tag}\\b((?:[^>"']|"[^"]*"|'[^']*')*)>`).exec(html) ?? [];
  const pairs = inside.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    [...pairs].map(([, name = '', double, single]) => [name, double ?? single ?? '']),
  );
}

/** The settings that the provider reads from its attributes, by property name. */
export const settingsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributesOf(html, 'loyalty-provider')).map(([name, value]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

/** Entries of the package by the names that examples import. */
const MODULES: Readonly<Record<string, () => Promise<object>>> = {
  'loyalty-elements/client': () => import('../../../src/client/index.ts'),
  'loyalty-elements/signature': () => import('../../../src/proxy/signature.ts'),
  'loyalty-elements/proxy': () => import('../../../src/proxy/index.ts'),
  'loyalty-elements/proxy/node': () => import('../../../src/proxy/node.ts'),
  'loyalty-elements/proxy/edge': () => import('../../../src/proxy/edge.ts'),
};

/**
 * Runs an example as a module. `names` are the variables that it uses but does not define. Returns its default export, or the values
 * of the variables in `results`.
 */
export async function runExample(
  source: string,
  names: Readonly<Record<string, unknown>> = {},
  results: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const { code } = await transform(source, { loader: 'ts', target: 'es2022', format: 'esm' });
  const scope: Record<string, unknown> = { ...names };
  const withoutImports = code.replace(
    /^import \{([^}]*)\} from "([^"]+)";$/gm,
    (_, imported: string, from: string) => {
      for (const name of imported.split(',')) scope[name.trim()] = { from };
      return '';
    },
  );
  for (const [name, value] of Object.entries(scope)) {
    const { from } = Object(value) as { from?: string };
    if (from === undefined) continue;
    const load = MODULES[from];
    if (!load) throw new Error(`The example imports ${from}, which is no entry of the package.`);
    const module = (await load()) as Record<string, unknown>;
    if (!(name in module)) throw new Error(`${from} exports no ${name}.`);
    scope[name] = module[name];
  }
  const exported = withoutImports
    .replace(/^var stdin_default = ([^;]+);$/m, 'const stdin_default = $1;')
    .replace(/^export \{[^}]*\};$/m, '');
  const wanted = [...results, ...(exported.includes('stdin_default') ? ['stdin_default'] : [])];
  const body = `return (async () => {\n${exported}\nreturn { ${wanted.join(', ')} };\n})();`;
  return (await new Function(...Object.keys(scope), body)(...Object.values(scope))) as Record<
    string,
    unknown
  >;
}
