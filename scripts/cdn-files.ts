// Build plugins that write the files of `dist/cdn` beside the scripts.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { minify } from 'terser';
import { build, runnerImport, type Plugin, type Rolldown } from 'vite';
import type * as Boxes from '../src/components/reserved-boxes.ts';
import { TENANT_FILE } from '../src/services/transport/tenant/tenant-file.ts';
import { CATALOGUE } from '../src/components/catalogue.ts';
import { REPLACEMENTS, type Messages } from '../src/components/internal/texts/messages.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Languages by tag: `de` for `src/locales/de.ts`. */
export const LOCALES = readdirSync('src/locales').map((name) => name.replace(/\.ts$/, ''));

const RUNTIME = /import\s*\{\s*\w+ as (\w+)\s*\}\s*from\s*["'`]\.\/rolldown-runtime[^"'`]*["'`];?/;

/**
 * Writes the bundler's function for the exports of a module, `rolldown-runtime`, into the files that use it. It would be a file of 100 bytes
 * that loads before each of them.
 */
export function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    renderChunk: (code) =>
      code.replace(
        RUNTIME,
        'const $1 = (all) => { const exports = {}; for (const name in all) Object.defineProperty(exports, name, { get: all[name], enumerable: true }); return exports; };',
      ),
    generateBundle(_options, bundle) {
      for (const [name, file] of Object.entries(bundle))
        if (file.type === 'chunk' && file.name === 'rolldown-runtime') delete bundle[name];
    },
  };
}

/** An element of the catalogue in the minified script: its name, its file, and the data that is requested with the token. */
const ELEMENT =
  /\{name:`([\w-]+)`,define:\(\)=>import\(`\.\/([\w.-]+)\.js`\)(?:\.then\(\w+=>\w+\.\w+\))?\.then\(\(\)=>\{\}\)(?:,parts:\[([^\]]*)\])?\}/g;
const ELEMENTS = new RegExp(`\\[(?:${ELEMENT.source},?)+\\]`);

/**
 * Writes the catalogue of `loyalty.js` as a text of rows, and lets it import the file of an element together with all files that this one
 * imports. A browser would find each of them only in the file before, a round trip later.
 */
export function elementFiles(): Plugin {
  return {
    name: 'element-files',
    async generateBundle(_options, bundle) {
      const first = bundle['loyalty.js'];
      if (first?.type !== 'chunk') return this.error('There is no loyalty.js.');
      const importsOf = (name: string, found = new Set<string>()): ReadonlySet<string> => {
        const file = bundle[name];
        for (const imported of file?.type === 'chunk' ? file.imports : [])
          if (!/^(loyalty\.js|rolldown-runtime-.*)$/.test(imported) && !found.has(imported))
            importsOf(imported, found.add(imported));
        return found;
      };
      const [catalogue = ''] = ELEMENTS.exec(first.code) ?? [];
      const elements = [...catalogue.matchAll(ELEMENT)];
      if (elements.length !== CATALOGUE.length)
        this.error('The catalogue is written in another way: see ELEMENT.');
      const all = elements.flatMap(([, , file]) => [...importsOf(`${file}.js`)]);
      // Those of most elements first: their bits make small numbers.
      const uses = (name: string) => all.filter((other) => other === name).length;
      const shared = [...new Set(all)].sort((one, other) => uses(other) - uses(one));
      // A bit for each of the shared files, in a number of 32.
      if (shared.length > 31) this.error(`Elements share ${shared.length} files: a number has bits for 31.`);
      const bitsOf = (file: string) =>
        shared.reduce((bits, name, at) => bits + (importsOf(`${file}.js`).has(name) ? 2 ** at : 0), 0);
      const rows = elements.map(([, name, file = '', parts = '']) =>
        [
          name,
          file.replace(`loyalty-${name}-`, '-'),
          bitsOf(file),
          ...(parts ? [parts.replaceAll('`', '')] : []),
        ].join('|'),
      );
      const names = shared.map((name) => name.replace(/\.js$/, ''));
      const loader = await minify(`function readElements(rows) {
        const load = (name) => import(\`./\${name}.js\`);
        return rows.split(';').map((row) => {
          const [name, file, bits, parts] = row.split('|');
          return {
            name,
            parts: parts?.split(','),
            define() {
              '${names.join()}'.split(',').forEach((shared, at) => (bits >> at) & 1 && load(shared).catch(() => {}));
              return load(file.replace(/^-/, \`loyalty-\${name}-\`));
            },
          };
        });
      }`);
      first.code = first.code.replace(catalogue, () => `readElements('${rows.join(';')}')`) + loader.code;
    },
  };
}

/** Writes `loyalty.css`, the reserved boxes of elements that are not defined yet. */
export function boxStyles(): Plugin {
  return {
    name: 'box-styles',
    async generateBundle() {
      const { module } = await runnerImport<typeof Boxes>('src/components/reserved-boxes.ts');
      const source = `/* loyalty-elements ${version} */\n${module.RESERVED_BOXES}\n`;
      this.emitFile({ type: 'asset', fileName: 'loyalty.css', source });
    },
  };
}

/**
 * Writes `locale-de.js` and the others: scripts that a page loads before `loyalty.js`. A page's own `messages` win, whichever comes first.
 * They import nothing, so that they do not load a second copy of `loyalty.js` under another address.
 */
export function localeFiles(): Plugin {
  return {
    name: 'locale-files',
    async generateBundle() {
      for (const locale of LOCALES) {
        const { module } = await runnerImport<{ messages: Messages }>(`src/locales/${locale}.ts`);
        const messages = JSON.stringify(module.messages);
        const source = `const key=Symbol.for(${JSON.stringify(REPLACEMENTS.description)});globalThis[key]={...${messages},...globalThis[key]};\n`;
        this.emitFile({ type: 'asset', fileName: `locale-${locale}.js`, source });
      }
    },
  };
}

/** Writes `tenant.js` with `defineTenant()`, which a page's import map names `loyalty-elements/tenant`. It imports nothing, as above. */
export function tenantModule(): Plugin {
  return {
    name: 'tenant-module',
    generateBundle() {
      const key = JSON.stringify(TENANT_FILE.description);
      const source = `export const defineTenant=(file)=>{if("document" in globalThis)globalThis[Symbol.for(${key})]=file;return file};\n`;
      this.emitFile({ type: 'asset', fileName: 'tenant.js', source });
    },
  };
}

/** Writes `first-answers.js`, which a page with answers of its server loads before `loyalty.js`. It imports nothing, as above. */
export function firstAnswers(): Plugin {
  return {
    name: 'first-answers',
    async generateBundle() {
      const [bundled] = (await build({
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: 'src/first-answers.ts', formats: ['es'] },
        },
      })) as Rolldown.RolldownOutput[];
      const { code } = await minify(bundled!.output[0].code, { module: true });
      this.emitFile({ type: 'asset', fileName: 'first-answers.js', source: code! });
    },
  };
}

/** Address of the files in the README's examples. A shop replaces it with its own. */
const CDN = `https://cdn.example.com/loyalty-elements/${version}/`;

/**
 * Writes `integrity.json`, an import map with the SHA-384 of every file, and `integrity.html`, the tags of a page that uses it. The
 * browser then refuses a file that differs, also one that `loyalty.js` imports later.
 */
export function integrity(): Plugin {
  return {
    name: 'integrity',
    generateBundle(_options, bundle) {
      const hashes = new Map(
        Object.values(bundle).map((file): [string, string] => {
          const content = file.type === 'chunk' ? file.code : file.source;
          return [file.fileName, `sha384-${createHash('sha384').update(content).digest('base64')}`];
        }),
      );
      const scripts = [...hashes].filter(([name]) => name.endsWith('.js')).sort();
      const addresses = Object.fromEntries(scripts.map(([name, hash]) => [CDN + name, hash]));
      const map = JSON.stringify({ integrity: addresses }, null, 2);
      const attributes = (name: string) => `integrity="${hashes.get(name)}" crossorigin="anonymous"`;
      const source = `<link rel="stylesheet" href="${CDN}loyalty.css" ${attributes('loyalty.css')} />
<script type="importmap">
${map}
</script>
<link rel="modulepreload" href="${CDN}elements.js" ${attributes('elements.js')} />
<script type="module" src="${CDN}loyalty.js" ${attributes('loyalty.js')}></script>
`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source: `${map}\n` });
      this.emitFile({ type: 'asset', fileName: 'integrity.html', source });
    },
  };
}
