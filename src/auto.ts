/**
 * Entry for bundlers, `import 'loyalty-elements/auto'`: loads the file of each element when the page has it, as the script tag does. With
 * `loyalty-elements/loyalty.css`, its box is reserved until then. On a server it does nothing.
 */
import { inBrowser } from './components/internal/in-browser.ts';

/** Types of the elements for `querySelector()` and `addEventListener()`. */
export type * from './components/index.ts';

if (inBrowser) void import('./autoloader.ts');
