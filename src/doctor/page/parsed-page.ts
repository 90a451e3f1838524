import { parse } from 'parse5';

/** What is read of a node. */
interface ParsedNode {
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly ParsedNode[];
  /** What a template holds. */
  readonly content?: ParsedNode;
  /** Of a text. */
  readonly value?: string;
}

/** An element of a page. */
export interface PageElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text of a script or style. */
  readonly text: string;
  /** Whether it is in the head. */
  readonly isInHead: boolean;
}

export interface ParsedPage {
  /** In the order of the page. */
  readonly elements: readonly PageElement[];
  /** All elements with this tag. */
  tagged(tag: string): readonly PageElement[];
  /** Place of an element in the page. */
  placeOf(element: PageElement): number;
}

/** Reads a page as a browser does, before its scripts run. Templates are read, too: themes put elements into them. */
export function parsePage(html: string): ParsedPage {
  const elements: PageElement[] = [];
  const walk = ({ childNodes = [] }: ParsedNode, isInHead: boolean): void => {
    for (const child of childNodes) {
      const { tagName: tag, attrs = [], content } = child;
      if (tag === undefined) continue;
      const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
      const text = (child.childNodes ?? []).map(({ value = '' }) => value).join('');
      elements.push({ tag, attributes, text, isInHead });
      const isHead = isInHead || tag === 'head';
      walk(child, isHead);
      if (content) walk(content, isHead);
    }
  };
  walk(parse(html) as ParsedNode, false);
  return {
    elements,
    tagged: (tag) => elements.filter((one) => one.tag === tag),
    placeOf: (element) => elements.indexOf(element),
  };
}
