// Lists the packages that ship: `dist/sbom.json` (CycloneDX 1.5) and `dist/THIRD-PARTY-LICENSES.txt`, created from the lock file only,
// so that the same commit gives the same bytes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

export const SBOM = 'dist/sbom.json';
export const LICENSES = 'dist/THIRD-PARTY-LICENSES.txt';

/** Packages in the files for a script tag. The npm modules contain none: they import their `dependencies`. */
export const BUNDLED = [
  '@lit/context',
  '@lit/reactive-element',
  'etiket',
  'lean-qr',
  'lit',
  'lit-element',
  'lit-html',
];

/** Licences that a shop may ship without asking. Another one needs a decision. */
export const ALLOWED_LICENSES = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD'];

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The folder in which Node finds a package that the one at `from` imports. */
function locate(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') throw new Error(`package-lock.json has no ${name}. Run npm install.`);
  }
}

/** The packages that are installed with this one, by name: its dependencies and theirs. */
export function shippedPackages(lock = json('package-lock.json')) {
  const { packages } = lock;
  const shipped = new Map();
  const visit = (from) => {
    for (const name of Object.keys(packages[from].dependencies ?? {})) {
      const path = locate(packages, from, name);
      if (shipped.has(path)) continue;
      const { version, license, integrity, dependencies = {} } = packages[path];
      shipped.set(path, { path, name, version, license, integrity, dependencies: Object.keys(dependencies) });
      visit(path);
    }
  };
  visit('');
  return [...shipped.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The bill of materials. `scope` as in CycloneDX: all packages are required at run time. */
export function sbomOf(shipped, { name, version, license, dependencies }) {
  const own = { name, version, dependencies: Object.keys(dependencies) };
  const refOf = (wanted) => purlOf(shipped.find((one) => one.name === wanted));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': purlOf(own),
        type: 'library',
        name,
        version,
        purl: purlOf(own),
        licenses: [{ license: { id: license } }],
      },
    },
    components: shipped.map((one) => ({
      'bom-ref': purlOf(one),
      type: 'library',
      name: one.name,
      version: one.version,
      scope: 'required',
      hashes: [
        {
          alg: 'SHA-512',
          content: Buffer.from(one.integrity.replace('sha512-', ''), 'base64').toString('hex'),
        },
      ],
      licenses: [{ license: { id: one.license } }],
      purl: purlOf(one),
      properties: [{ name: 'loyalty-elements:in-cdn-files', value: String(BUNDLED.includes(one.name)) }],
    })),
    dependencies: [own, ...shipped].map((one) => ({
      ref: purlOf(one),
      dependsOn: one.dependencies.map(refOf).sort(),
    })),
  };
}

/** A package of Lit's repository without a licence text: it has the licence of the others, by the same authors. */
const TEXT_OF = { '@lit-labs/ssr-dom-shim': 'node_modules/lit' };

/** The licence text in a package. */
function licenseText({ path: own, name }) {
  const path = TEXT_OF[name] ?? own;
  const file = readdirSync(path).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one));
  if (!file) throw new Error(`${name} has no licence text.`);
  return readFileSync(`${path}/${file}`, 'utf8').replaceAll('\r\n', '\n').trim();
}

export function licensesOf(shipped) {
  const head = `loyalty-elements installs these packages. Those marked with * are inside the files of dist/cdn as well.\n`;
  const texts = shipped.map((one) => {
    const mark = BUNDLED.includes(one.name) ? ' *' : '';
    return `${'-'.repeat(80)}\n${one.name} ${one.version} (${one.license})${mark}\n\n${licenseText(one)}\n`;
  });
  return [head, ...texts].join('\n');
}

/** Writes both files. */
export function writeShipped() {
  const shipped = shippedPackages();
  writeFileSync(SBOM, `${JSON.stringify(sbomOf(shipped, json('package.json')))}\n`);
  writeFileSync(LICENSES, licensesOf(shipped));
}
