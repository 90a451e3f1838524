import { parse, type DefaultTreeAdapterTypes } from 'parse5';

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
  const walk = (node: DefaultTreeAdapterTypes.ParentNode, isInHead: boolean): void => {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      const { tagName: tag, attrs } = child;
      const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
      const text = child.childNodes
        .map((one) => ('value' in one && typeof one.value === 'string' ? one.value : ''))
        .join('');
      elements.push({ tag, attributes, text, isInHead });
      const isHead = isInHead || tag === 'head';
      walk(child, isHead);
      // What a template holds is a document of its own.
      if ('content' in child) walk(child.content, isHead);
    }
  };
  walk(parse(html), false);
  return {
    elements,
    tagged: (tag) => elements.filter((one) => one.tag === tag),
    placeOf: (element) => elements.indexOf(element),
  };
}
