/** Key of the page's replacements of texts on `globalThis`. The files of languages for the CDN script set it, too: vite.config.ts. */
export const REPLACEMENTS = Symbol.for('loyalty-elements messages');
