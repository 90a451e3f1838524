import { SECRET_ATTRIBUTE } from '../../services/index.ts';
import { ELEMENT_NAMES, REQUIRED, WITH_CONTENT } from './element-names.ts';
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

/** Those of the provider, which is in the first file of every page. */
export const PROVIDER_VALUES: NonNullable<ElementClass['values']> = {
  host: ['shopify'],
  savedName: ['saved'],
};

let hasLookedForTags = false;
const waiting = new Set<Element>();

/** Reports the mistakes in the settings of these elements and in `messages`, and once in the tags of the page, when the page is idle. */
export function reportMistakes(elements: readonly Element[]): void {
  if (!waiting.size) (window.requestIdleCallback ?? setTimeout)(reportWaiting);
  for (const element of elements) if (element.isConnected) waiting.add(element);
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
/** Names that a page may write for an element, and that are spelled so differently that the nearest name is another one. */
const SYNONYMS: Readonly<Record<string, string>> = {
  points: 'balance',
  level: 'tier',
  badge: 'tier',
  heart: 'wishlist-button',
  favourites: 'wishlist',
  favorites: 'wishlist',
  login: 'account',
  'sign-in': 'account',
  activity: 'history',
  transactions: 'history',
  'gift-cards': 'credits',
  birthday: 'dates',
  drawer: 'panel',
  launcher: 'panel',
};

/** The prefix with other letters of its own: others have elements whose names begin with "lo", too. */
const MISSPELT_PREFIX = /^lo[ailoty]{3,7}-/;

/** Tags that no script has defined: an unknown name with our prefix, or a name of ours with a misspelt one. */
export const tagMistakes = (root: ParentNode): Mistake[] =>
  [...root.querySelectorAll(':not(:defined)')].flatMap((element): Mistake[] => {
    const { localName } = element;
    const name = localName.replace(MISSPELT_PREFIX, '');
    // Ours with its prefix are only not loaded yet.
    if (name === localName || ELEMENT_NAMES.includes(name) === localName.startsWith(PREFIX)) return [];
    const meant = ELEMENT_NAMES.includes(name) ? name : (SYNONYMS[name] ?? nearestName(name, ELEMENT_NAMES));
    const detail = `<${localName}>. Did you mean <${PREFIX}${meant}>?`;
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

/** Content that the element shows nowhere. In HTML `<loyalty-balance />` is a start tag, and what follows it is its content. */
function contentMistakes(element: Element): Mistake[] {
  const { localName } = element;
  const hidden = element.querySelector(':scope > :not([slot], script, style, template)');
  if (!hidden || WITH_CONTENT.includes(localName.slice(PREFIX.length))) return [];
  const detail = `<${hidden.localName}> in <${localName}>. In HTML it ends with </${localName}>, not with "/>"`;
  return [{ problem: 'hidden-content', element, detail }];
}

/** The attributes and values that an element of ours does not have, and those that it lacks. */
export function attributeMistakes(element: Element): Mistake[] {
  const isProvider = element.localName === 'loyalty-provider';
  const { observedAttributes: known = [], values = isProvider ? PROVIDER_VALUES : {} } =
    element.constructor as ElementClass;
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
  const level = element.getAttribute('heading-level');
  const ofLevel =
    known.includes('heading-level') && level !== null && !/^[1-6]$/.test(level)
      ? [
          {
            problem: 'unknown-value',
            element,
            detail: `heading-level="${level}" of ${tag}. It takes: 1 to 6.`,
          } as const,
        ]
      : [];
  const total = known.includes('total') ? (valueOf(element, 'total') ?? '') : '';
  const ofTotal: Mistake[] = /^(\d+(\.\d+)?)?$/.test(String(total).trim())
    ? []
    : [
        {
          problem: 'unknown-value',
          element,
          detail: `total="${String(total)}" of ${tag}. It takes: a number such as 89.50.`,
        },
      ];
  const missing = (REQUIRED[element.localName.slice(PREFIX.length)] ?? []).filter(
    (name) => !valueOf(element, name),
  );
  const ofMissing = missing.map((name): Mistake => ({
    problem: 'missing-attribute',
    element,
    detail: `${name} of ${tag}`,
  }));
  return [...ofNames, ...ofValues, ...ofLevel, ...ofTotal, ...ofMissing, ...contentMistakes(element)];
}
