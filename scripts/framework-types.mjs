// Writes the types of the elements for frameworks from the manifest: dist/frameworks/elements.d.ts names attributes and events of every
// element once, and each framework adds what it lets markup write, by the types that it has for its own elements.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const FRAMEWORKS = 'dist/frameworks';

const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));
const elements = modules
  .flatMap(({ declarations }) => declarations)
  .filter(({ tagName }) => tagName)
  .sort((one, other) => (one.tagName < other.tagName ? -1 : 1));

const comment = (text, indent) =>
  `${indent}/** ${text.trim().replaceAll('*/', '*\\/').split('\n').join(`\n${indent} * `)} */\n`;

/** The list of what an element offers to pages apart from attributes and events, which have a comment where they stand. */
const listOf = (title, entries = []) =>
  entries.length
    ? `\n\n${title}:\n${entries.map(({ name, description }) => `- \`${name || 'default'}\`: ${description}`).join('\n')}`
    : '';

/** Properties that a page may set, each under the names that markup has for it. */
function attributesOf({ name: element, members }) {
  return members
    .filter(
      ({ kind, privacy, readonly }) => kind === 'field' && !readonly && (privacy ?? 'public') === 'public',
    )
    .flatMap(({ name, attribute, description }) => {
      const type = attribute === undefined ? `${element}['${name}']` : `Written<${element}['${name}']>`;
      return [...new Set([attribute ?? name, name])].map(
        (key) => `${comment(description, '    ')}    '${key}'?: ${type} | undefined;\n`,
      );
    })
    .join('');
}

const eventsOf = ({ events = [] }) =>
  events
    .map(({ name, type, description }) => `${comment(description, '    ')}    '${name}': ${type.text};\n`)
    .join('');

const entryOf = (element) => `${comment(
  `${element.description}${listOf('Slots', element.slots)}${listOf('Parts', element.cssParts)}`,
  '  ',
)}  '${element.tagName}': {
    element: ${element.name};
    attributes: {
${attributesOf(element).replace(/^(?=.)/gm, '  ')}    };
    events: {
${eventsOf(element).replace(/^(?=.)/gm, '  ')}    };
  };
`;

const cssProperties = new Map(
  elements.flatMap(({ cssProperties = [] }) =>
    cssProperties.map(({ name, description }) => [name, description]),
  ),
);
const imported = [
  ...new Set(elements.flatMap(({ name, events = [] }) => [name, ...events.map(({ type }) => type.text)])),
].sort();

const ELEMENTS = `import type { ${imported.join(', ')} } from 'loyalty-elements';

/** What an attribute may be in markup beside the value of its property: a number as text, the empty text of a flag, JSON. */
export type Written<Value> = Value extends number
  ? Value | \`\${number}\`
  : Value extends boolean
    ? Value | ''
    : Value extends ((...given: never) => unknown) | string | undefined | null
      ? Value
      : Value | string;

/** Every element by its tag, with its class, the attributes and properties that a page may set, and the events that it sends. */
export interface LoyaltyElements {
${elements.map(entryOf).join('')}}

export type LoyaltyTag = keyof LoyaltyElements;

/** An event of an element, as a listener on this element gets it. */
export type ElementEvent<Tag extends LoyaltyTag, Name extends keyof LoyaltyElements[Tag]['events']> =
  LoyaltyElements[Tag]['events'][Name] & { readonly currentTarget: LoyaltyElements[Tag]['element'] };

/** Handlers of an element's events. */
export type Handlers<Tag extends LoyaltyTag, Prefix extends string> = {
  [Name in keyof LoyaltyElements[Tag]['events'] as \`\${Prefix}\${Name & string}\`]?:
    ((event: ElementEvent<Tag, Name>) => unknown) | undefined;
};

/** What a page may set on an element, over what its framework lets it set on every element. */
export type Extending<Tag extends LoyaltyTag, Base> = LoyaltyElements[Tag]['attributes'] &
  Omit<Base, keyof LoyaltyElements[Tag]['attributes']>;

/** Properties of CSS that elements read. */
export interface LoyaltyCssProperties {
${[...cssProperties].map(([name, description]) => `${comment(description, '  ')}  '${name}'?: string | undefined;\n`).join('')}}
`;

/** By entry: the names that it imports of elements.d.ts, the properties of an element, and where the framework looks for them. */
const FRAMEWORK_TYPES = {
  react: `import type { ClassAttributes, HTMLAttributes } from 'react';
import type { Extending, Handlers, LoyaltyCssProperties, LoyaltyElements } from './elements.js';

type Elements = {
  [Tag in keyof LoyaltyElements]: Extending<
    Tag,
    HTMLAttributes<LoyaltyElements[Tag]['element']> &
      ClassAttributes<LoyaltyElements[Tag]['element']> & { class?: string | undefined }
  > &
    Handlers<Tag, 'on'>;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
  interface CSSProperties extends LoyaltyCssProperties {}
}
`,
  preact: `import type { ClassAttributes, HTMLAttributes } from 'preact';
import type { Extending, Handlers, LoyaltyElements } from './elements.js';

type Elements = {
  [Tag in keyof LoyaltyElements]: Extending<
    Tag,
    HTMLAttributes<LoyaltyElements[Tag]['element']> & ClassAttributes<LoyaltyElements[Tag]['element']>
  > &
    Handlers<Tag, 'on'>;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
`,
  // Its main module only passes on the namespace, and what is passed on cannot be extended.
  solid: `import type { JSX } from 'solid-js';
import type { Extending, Handlers, LoyaltyElements } from './elements.js';

/** As an attribute, or as a property, where the page says which. */
type Prefixed<Attributes> = {
  [Name in keyof Attributes as \`\${'attr' | 'prop'}:\${Name & string}\`]?: Attributes[Name];
};
type Elements = {
  [Tag in keyof LoyaltyElements]: Extending<Tag, JSX.HTMLAttributes<LoyaltyElements[Tag]['element']>> &
    Prefixed<LoyaltyElements[Tag]['attributes']> &
    Handlers<Tag, 'on:'>;
};

declare module 'solid-js/jsx-runtime' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
`,
  svelte: `import type { HTMLAttributes } from 'svelte/elements';
import type { Extending, Handlers, LoyaltyElements } from './elements.js';

type Elements = {
  [Tag in keyof LoyaltyElements]: Extending<Tag, HTMLAttributes<LoyaltyElements[Tag]['element']>> &
    Handlers<Tag, 'on'>;
};

declare module 'svelte/elements' {
  export interface SvelteHTMLElements extends Elements {}
}
`,
  // Its templates look for everything under names without hyphens, and give an element to \`ref\`.
  vue: `import type { HTMLAttributes, ReservedProps } from 'vue';
import type { ElementEvent, Extending, LoyaltyElements } from './elements.js';

type Camel<Name> = Name extends \`\${infer Head}-\${infer Tail}\` ? \`\${Head}\${Capitalize<Camel<Tail>>}\` : Name & string;

type Listeners<Tag extends keyof LoyaltyElements> = {
  [Name in keyof LoyaltyElements[Tag]['events'] as \`on\${Capitalize<Camel<Name>>}\`]?:
    ((event: ElementEvent<Tag, Name>) => unknown) | undefined;
};
/** \`data-\` and \`aria-\` attributes of any name. */
type Data = { [name: \`data\${Capitalize<string>}\`]: unknown };
type Elements = {
  [Tag in keyof LoyaltyElements]: new () => LoyaltyElements[Tag]['element'] & {
    $props: Extending<Tag, HTMLAttributes> & Listeners<Tag> & ReservedProps & Data;
  };
};

declare module 'vue' {
  interface GlobalComponents extends Elements {}
}
`,
};

mkdirSync(FRAMEWORKS, { recursive: true });
const files = { elements: ELEMENTS, ...FRAMEWORK_TYPES };
for (const [name, text] of Object.entries(files)) {
  writeFileSync(
    `${FRAMEWORKS}/${name}.d.ts`,
    name === 'elements' ? text : `${text}\nexport type * from './elements.js';\n`,
  );
  // An import for its types must find a module.
  writeFileSync(`${FRAMEWORKS}/${name}.js`, 'export {};\n');
}
