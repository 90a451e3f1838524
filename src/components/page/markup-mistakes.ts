import { SECRET_ATTRIBUTE } from '../../services/index.ts';
import { ELEMENT_NAMES, REQUIRED } from './element-names.ts';
import { nearestName } from './nearest-name.ts';
import {
  checkMessages,
  checkProviders,
  reportMisconfiguration,
  type PageMisconfiguration,
} from './page-misconfigurations.ts';

// Reports mistakes in the markup that have no visible effect: a browser ignores a misspelled tag, attribute or value.

/** Attributes of HTML that every element can have, of frameworks, and the one that an element sets itself. */
const ANY_ELEMENT =
  /^(accesskey|autofocus|class|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|is|item\w+|lang|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|view|key|ref|line|on\w+)$/;
/** Attributes with a prefix, as frameworks and tools of a page have them. */
const OTHER_TOOL = /^(data|aria|v|x|ng|hx|up|s|q|astro|wire|client|defer|p|js|ga|qa|test)-|[^a-z-]/;

export interface Mistake {
  readonly problem: PageMisconfiguration;
  readonly element: Element;
  readonly detail: string;
}

/** The class of an element, which knows its attributes. */
interface ElementClass {
  readonly observedAttributes?: readonly string[];
  /** The values of the properties that have only these. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
}

let hasLookedForTags = false;
const waiting = new Set<Element>();

/** Reports the mistakes in the settings of these elements and in `messages`, and once in the tags of the page, when the page is idle. */
export function reportMistakes(elements: readonly WeakRef<Element>[]): void {
  if (!waiting.size) (window.requestIdleCallback ?? setTimeout)(reportWaiting);
  for (const reference of elements) {
    const element = reference.deref();
    if (element?.isConnected) waiting.add(element);
  }
}

function reportWaiting(): void {
  const elements = [...waiting].filter(({ isConnected }) => isConnected);
  waiting.clear();
  const mistakes = elements.flatMap(attributeMistakes);
  if (!hasLookedForTags) mistakes.push(...tagMistakes(document));
  hasLookedForTags = true;
  for (const { problem, element, detail } of mistakes) reportMisconfiguration(problem, element, detail);
  checkMessages();
  checkProviders(elements);
}

const PREFIX = 'loyalty-';

/** Tags with our prefix that no script has defined. */
export const tagMistakes = (root: ParentNode): Mistake[] =>
  [...root.querySelectorAll(':not(:defined)')].flatMap((element): Mistake[] => {
    const { localName } = element;
    const name = localName.slice(PREFIX.length);
    if (!localName.startsWith(PREFIX) || ELEMENT_NAMES.includes(name)) return [];
    const detail = `<${localName}>. Did you mean <${PREFIX}${nearestName(name, ELEMENT_NAMES)}>?`;
    return [{ problem: 'unknown-element', element, detail }];
  });

/** `saved-name` for `savedName`. */
export const attributeOf = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The value of the property that an attribute sets. */
const valueOf = (element: Element, attribute: string): unknown =>
  (element as unknown as Readonly<Record<string, unknown>>)[
    attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  ];

/** The attributes and values that an element of ours does not have, and those that it lacks. */
export function attributeMistakes(element: Element): Mistake[] {
  const { observedAttributes: known = [], values = {} } = element.constructor as ElementClass;
  const tag = `<${element.localName}>`;
  const ofNames = element.getAttributeNames().flatMap((name): Mistake[] => {
    // A secret is reported with the other settings.
    if ([ANY_ELEMENT, OTHER_TOOL, SECRET_ATTRIBUTE].some((other) => other.test(name)) || known.includes(name))
      return [];
    const detail = `${name} of ${tag}. It has: ${known.join(', ') || 'none'}.`;
    return [{ problem: 'unknown-attribute', element, detail }];
  });
  // Read from the properties, which frameworks set instead of attributes.
  const ofValues = Object.entries(values).flatMap(([property, allowed]): Mistake[] => {
    const value = (element as unknown as Readonly<Record<string, unknown>>)[property];
    if (!value || allowed.includes(String(value))) return [];
    const detail = `${attributeOf(property)}="${String(value)}" of ${tag}. It takes: ${allowed.join(', ')}.`;
    return [{ problem: 'unknown-value', element, detail }];
  });
  const missing = (REQUIRED[element.localName.slice(PREFIX.length)] ?? []).filter(
    (name) => !valueOf(element, name),
  );
  const ofMissing = missing.map((name): Mistake => ({
    problem: 'missing-attribute',
    element,
    detail: `${name} of ${tag}`,
  }));
  return [...ofNames, ...ofValues, ...ofMissing];
}
