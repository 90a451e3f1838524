import { SECRET_ATTRIBUTE } from '../../services/index.ts';
import { withAdvice } from './advice.ts';
import { nearestName } from './nearest-name.ts';
import type { PageMisconfiguration } from './page-misconfigurations.ts';
import { shownElements } from './shown-elements.ts';

// Reports mistakes in the markup that have no visible effect: a browser ignores a misspelled tag, attribute or value.

/**
 * The elements, each with the values of its attributes that have only these. A test compares it with the catalogue, and with the types of the
 * attributes. Those that are settings are checked with the other settings.
 */
export const ELEMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  provider: { host: 'shopify', 'saved-name': 'saved' },
  balance: { variant: 'inline, card' },
  tier: {},
  status: {},
  rewards: { layout: 'list, cards' },
  wishlist: { layout: 'grid, list' },
  'wishlist-button': {},
  'wishlist-count': {},
  account: { task: 'sign-in, join', method: 'password, code' },
  history: {},
  credits: {},
  benefits: {},
  achievements: {},
  dates: {},
  receipt: {},
  redeem: {},
  earn: {},
  panel: { side: 'start, end' },
  lists: {},
  registry: {},
  'shared-list': {},
  share: {},
  events: {},
};
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

/** How long an added element may take to load. Its attributes are known when its class is defined. */
const LOADING_MS = 2_000;

/** Writes the mistakes of the elements that the page has now, or adds later, to the console. */
export function reportAllMistakes(): void {
  report([...ownElementsIn(document), ...shownElements]);
  const added = new Set<Element>();
  const reportAdded = (): void => {
    const elements = [...added];
    added.clear();
    report([...elements.filter(isOwn), ...elements.flatMap(ownElementsIn)]);
  };
  new MutationObserver((records) => {
    const isWaiting = added.size > 0;
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element) added.add(node);
    if (!isWaiting && added.size) setTimeout(reportAdded, LOADING_MS);
  }).observe(document, { childList: true, subtree: true });
}

const isOwn = ({ localName }: Element): boolean => localName.startsWith(PREFIX);

const ownElementsIn = (root: ParentNode): Element[] => [...root.querySelectorAll('*')].filter(isOwn);

function report(elements: readonly Element[]): void {
  const mistakes = findMistakes([...new Set(elements)]);
  if (mistakes.length)
    withAdvice(({ reportMisconfiguration }) => {
      // The page may have removed an element before the advice has loaded.
      for (const { problem, element, detail } of mistakes)
        if (element.isConnected) reportMisconfiguration(problem, element, detail);
    });
}

/** The mistakes in the tags and attributes of these elements. */
export const findMistakes = (elements: readonly Element[]): Mistake[] =>
  elements.flatMap((element) => {
    const name = element.localName.slice(PREFIX.length);
    const type = customElements.get(element.localName);
    if (ELEMENTS[name]) return type ? attributeMistakes(element, ELEMENTS[name], observedBy(type)) : [];
    if (type) return []; // an element of the shop
    const detail = `<${element.localName}>. Did you mean <loyalty-${nearestName(name, Object.keys(ELEMENTS))}>?`;
    return [{ problem: 'unknown-element', element, detail }];
  });

const PREFIX = 'loyalty-';

const propertyOf = (attribute: string): string =>
  attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const observedBy = (type: CustomElementConstructor): readonly string[] =>
  (type as { readonly observedAttributes?: readonly string[] }).observedAttributes ?? [];

function attributeMistakes(
  element: Element,
  values: Readonly<Record<string, string>>,
  known: readonly string[],
): Mistake[] {
  const tag = `<${element.localName}>`;
  // Read from the properties, which frameworks set in place of attributes.
  const ofValues = Object.entries(values).flatMap(([name, allowed]): Mistake[] => {
    const value = (element as unknown as Readonly<Record<string, unknown>>)[propertyOf(name)];
    if (!value || allowed.split(', ').includes(String(value))) return [];
    const detail = `${name}="${String(value)}" of ${tag}. It takes: ${allowed}.`;
    return [{ problem: 'unknown-value', element, detail }];
  });
  const ofNames = element.getAttributeNames().flatMap((name): Mistake[] => {
    // A secret is reported with the other settings.
    if ([ANY_ELEMENT, OTHER_TOOL, SECRET_ATTRIBUTE].some((other) => other.test(name)) || known.includes(name))
      return [];
    const detail = `${name} of ${tag}. It has: ${known.join(', ') || 'none'}.`;
    return [{ problem: 'unknown-attribute', element, detail }];
  });
  return [...ofNames, ...ofValues];
}
