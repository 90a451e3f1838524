import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { validateCem } from '@wc-toolkit/cem-validator';
import { expect, it, describe, vi } from 'vitest';
import { CATALOGUE } from '../../src/components/catalogue.ts';
import { attributeOf, PROVIDER_VALUES } from '../../src/components/page/markup-mistakes.ts';
import * as elementClasses from '../../src/index.ts';
import { readConfig, type LoyaltySettings } from '../../src/services/customer/config.ts';
import { SIGNED_IN } from '../support/client-programme.ts';

// What elements have on a page is compared in test/components/manifest.test.ts.

interface Named {
  readonly name: string;
  readonly type?: { readonly text: string };
}
interface ManifestElement {
  readonly name: string;
  readonly tagName: string;
  readonly attributes?: readonly Named[];
  readonly members: readonly (Named & {
    readonly kind: 'field' | 'method';
    readonly parameters?: readonly Named[];
  })[];
  readonly cssParts?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssStates?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly events?: readonly (Named & { readonly detail?: { readonly text: string } })[];
}
interface Manifest {
  readonly modules: readonly {
    readonly path: string;
    readonly declarations: readonly ManifestElement[];
    readonly exports: readonly {
      readonly kind: string;
      readonly name: string;
      readonly declaration: Named;
    }[];
  }[];
}

const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
const elements = manifest.modules.flatMap(({ declarations }) => declarations);

/** The source of an element and of what it imports within `src/components`, other elements left out. */
function sourceOf(tag: string): string {
  const own = `src/components/${tag.replace('loyalty-', '')}/${tag}.ts`;
  const files = new Set([own, 'src/components/page-styles.ts']);
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const imported = join(dirname(file), path);
      if (imported.startsWith('src/components/') && !/\/loyalty-[a-z-]+\.ts$/.test(imported))
        files.add(imported);
    }
  return [...files].map((file) => readFileSync(file, 'utf8').replace(/^ *\/?\*.*$/gm, '')).join('\n');
}

/** Whether the source has this name, or a template that makes it: `${task}-button` for `delete-button`. */
function isIn(source: string, name: string): boolean {
  const made = [...name.matchAll(/-/g)].flatMap(({ index }) => [
    `}${name.slice(index)}`,
    `${name.slice(0, index + 1)}\${`,
  ]);
  return (
    new RegExp(`["'\`\\s(]${name}["'\`\\s,)$:]`).test(source) || made.some((part) => source.includes(part))
  );
}

/** Attributes with a choice of values that are checked with the other settings. */
const WRONG_SETTINGS = {
  cache: { cache: 'tap' },
  snapshot: { snapshot: 'of' },
  wishlist: { wishlist: 'all' },
};

describe('the manifest', () => {
  it('lists its modules in the same order in every build', () => {
    const paths = manifest.modules.map(({ path }) => path);
    expect(paths).toEqual(paths.toSorted());
  });

  it('passes the validator without errors and warnings', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await validateCem(manifest, { packageJsonPath: './package.json' });
    const lines = log.mock.calls.map((words) => words.join(' '));
    log.mockRestore();
    expect(lines).toEqual([]);
  });

  it('has every element, once, with its definition and a module of the package', () => {
    const tags = ['provider', ...CATALOGUE.map(({ name }) => name)].map((name) => `loyalty-${name}`);
    expect(elements.map(({ tagName }) => tagName).sort()).toEqual(tags.sort());
    for (const { path, declarations, exports } of manifest.modules) {
      expect(existsSync(path), path).toBe(true);
      const [{ name, tagName } = { name: '', tagName: '' }] = declarations;
      const definitions = exports.filter(({ kind }) => kind === 'custom-element-definition');
      expect(definitions).toMatchObject([{ name: tagName, declaration: { name, module: path } }]);
    }
  });

  it('has a type for each attribute, property and parameter, with the values of a choice', () => {
    const typeOf = (tag: string, attribute: string) =>
      elements.find(({ tagName }) => tagName === tag)?.attributes?.find(({ name }) => name === attribute)
        ?.type?.text;
    expect(typeOf('loyalty-provider', 'cache')).toBe("'shared' | 'tab' | 'memory'");
    expect(typeOf('loyalty-provider', 'snapshot')).toBe("'on' | 'off'");
    expect(typeOf('loyalty-provider', 'wishlist')).toBe("'customers' | 'device'");
    expect(typeOf('loyalty-account', 'task')).toBe("'sign-in' | 'join'");
    for (const { tagName, attributes = [], members } of elements)
      for (const { name, type } of [
        ...attributes,
        ...members.flatMap(({ kind, parameters = [], ...member }) =>
          kind === 'field' ? [member] : parameters,
        ),
      ])
        expect(type?.text, `${tagName} ${name}`).toMatch(/^[^[]+$/);
  });

  it('has a choice of values for those attributes whose wrong values the page reports, and no others', () => {
    for (const { name, tagName, attributes = [] } of elements) {
      const choices = attributes.flatMap(({ name, type }) => {
        const values = [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
        const isSetting = tagName === 'loyalty-provider' && name in WRONG_SETTINGS;
        return values.length && !isSetting ? [[name, values.sort()]] : [];
      });
      const { values = tagName === 'loyalty-provider' ? PROVIDER_VALUES : {} } = Reflect.get(
        elementClasses,
        name,
      ) as {
        readonly values?: Readonly<Record<string, readonly string[]>>;
      };
      expect(
        Object.fromEntries(
          Object.entries(values).map(([property, allowed]) => [attributeOf(property), [...allowed].sort()]),
        ),
        tagName,
      ).toEqual(Object.fromEntries(choices));
    }
    for (const [name, setting] of Object.entries(WRONG_SETTINGS))
      expect(readConfig({ ...SIGNED_IN, ...setting } as LoyaltySettings), name).toBe(undefined);
  });

  it('has the class and the payload of each event', () => {
    for (const { tagName, events = [] } of elements)
      for (const { name, type, detail } of events) {
        expect(type?.text, `${tagName} ${name}`).toMatch(/^Loyalty\w+Event$/);
        expect(detail?.text, `${tagName} ${name}`).toMatch(/^\{ .+ \}$/);
      }
  });

  it('has the parameters of methods', () => {
    const { members = [] } = elements.find(({ tagName }) => tagName === 'loyalty-provider') ?? {};
    expect(members.find(({ name }) => name === 'signOut')).toMatchObject({
      parameters: [
        { name: 'options', type: { text: '{ everywhere?: boolean | undefined; }' }, optional: true },
      ],
    });
    expect(members.find(({ name }) => name === 'signIn')).toMatchObject({
      parameters: [
        { name: 'username', type: { text: 'string' } },
        { name: 'password', type: { text: 'string' } },
      ],
    });
  });

  it.each(elements.map((element) => [element.tagName, element] as const))(
    'has no part, slot, state, event or custom property that <%s> does not have',
    (tag, { cssParts = [], slots = [], cssStates = [], events = [], cssProperties = [] }) => {
      const source = sourceOf(tag);
      const missing = [...cssParts, ...cssStates, ...events]
        .map(({ name }) => name.replace('…', 'x'))
        .filter((name) => !isIn(source, name));
      const slot = (name: string) => (name ? `name="${name}"` : 'slot');
      missing.push(...slots.map(({ name }) => slot(name)).filter((text) => !source.includes(text)));
      missing.push(...cssProperties.map(({ name }) => name).filter((name) => !source.includes(name)));
      expect(missing).toEqual([]);
    },
  );

  it('twin: a part that no template has is found', () => {
    expect(isIn(sourceOf('loyalty-balance'), 'value')).toBe(true);
    expect(isIn(sourceOf('loyalty-balance'), 'confetti')).toBe(false);
  });
});
