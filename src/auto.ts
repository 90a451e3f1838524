/**
 * Entry for bundlers, `import 'loyalty-elements/auto'`: loads the file of each element when the page has it, as the script tag does. With
 * `loyalty-elements/loyalty.css`, its box is reserved until then. On a server it does nothing.
 */
import { inBrowser } from './components/internal/in-browser.ts';

/** Types of the elements for `querySelector()` and `addEventListener()`. */
export type * from './components/index.ts';

const autoloader = inBrowser ? import('./autoloader.ts') : undefined;

/** Loads the elements inside a shadow root of another component, now and when it adds some: call it with `this.shadowRoot`. */
export const loadElements = async (root: ShadowRoot): Promise<void> => (await autoloader)?.loadElements(root);
