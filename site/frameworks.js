const indent = (text, by) => text.replace(/^(?=.)/gm, ' '.repeat(by));

/** In Svelte a brace in an attribute begins an expression. */
const withoutBraces = (source) =>
  source.replace(/([\w-]+)=(?:"([^"]*\{[^"]*)"|'([^']*\{[^']*)')/g, (_, name, double, single) => {
    const value = double ?? single;
    return `${name}={\`${value}\`}`;
  });

const FRAMEWORKS = {
  HTML: (source) => source,
  React: (source) => `import 'loyalty-elements/auto';

export const Example = () => (
  <>
${indent(source, 4)}
  </>
);`,
  Vue: (source) => `<script setup>
import 'loyalty-elements/auto';
</script>

<template>
${indent(source, 2)}
</template>`,
  Svelte: (source) => `<script>
  import 'loyalty-elements/auto';
</script>

${withoutBraces(source)}`,
  Angular: (source) => `import 'loyalty-elements/auto';
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';

@Component({
  selector: 'app-example',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
${indent(source, 4)}
  \`,
})
export class Example {}`,
};

/** An example as each framework writes it. One with a script is a page of its own, which no framework has. */
export const sourcesOf = (source) =>
  Object.entries(FRAMEWORKS)
    .filter(([name]) => name === 'HTML' || !source.includes('<script'))
    .map(([name, write]) => ({ name, source: write(source) }));
