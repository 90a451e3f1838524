// The minifier of templates leaves the values of custom properties as they are written, and zeros before a point: `var(--x, 0.5em)`.

/** Build plugin for the CDN files. It runs after that minifier. */
export function denseStyles() {
  return {
    name: 'dense-styles',
    transform: (code, id) =>
      id.includes('/src/components/')
        ? { code: code.replace(/(?<=\bcss`)[^`]*/g, (styles) => dense(styles)), map: null }
        : undefined,
  };
}

/** Removes white space inside brackets and zeros before a point, except from texts. */
const dense = (styles) =>
  styles.replace(/'[^']*'|"[^"]*"|(?<=[(,])\s+|\s+(?=[),])|(?<![\w.])0(?=\.\d)/g, (part) =>
    /^['"]/.test(part) ? part : '',
  );
