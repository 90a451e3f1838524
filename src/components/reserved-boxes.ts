import type { CSSResult } from 'lit';
import { BOXES } from './element-boxes.ts';
import { pageStyles } from './page-styles.ts';

// An element takes the same space before its script runs, while it loads, with data and with an error, so that the content below it
// never moves. The rules are used twice: in the element's own styles, and in `loyalty.css` until the element is defined. Sizes are in
// em, so that they follow the font size of the theme.

/** The provider has no box, so that the elements inside it are laid out by the page from the beginning. */
const PROVIDER = 'loyalty-provider { display: contents; }';

/** The rules of a box for the element before it is defined. */
const beforeDefined = (name: string, { cssText }: CSSResult): string =>
  cssText.replace(
    /:host(?:\(((?:[^()]|\([^()]*\))*)\))?/g,
    (_, selector = '') => `loyalty-${name}${selector}:not(:defined)`,
  );

const boxes = BOXES.filter(({ hasBox = true }) => hasBox).map(async ({ name }) => {
  const { box } = (await import(`./${name}/${name}-styles.ts`)) as { box: CSSResult };
  return beforeDefined(name, box);
});

/** Content of `loyalty.css`: the boxes of elements that are not defined yet, and those of guests. */
export const RESERVED_BOXES = [PROVIDER, pageStyles.cssText, ...(await Promise.all(boxes))]
  .join('')
  .replace(/\s+/g, ' ');
