// Writes `dist/llms.txt`, which tells language models what the package is (llmstxt.org): Markdown without HTML, whose links are whole addresses,
// because it is read out of the package, of the site and of pasted text.
import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { elementNames } from './catalogue-names.mjs';

const { version, homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
const address = (file) => `${homepage.split('#')[0]}/blob/main/${file}`;

const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));
const summaries = new Map(
  modules.flatMap(({ declarations = [] }) => declarations).map(({ tagName, summary }) => [tagName, summary]),
);
const elements = elementNames.map((name) => {
  const tag = `loyalty-${name}`;
  return `- [${tag}](${address(`docs/elements/${tag}.md`)}): ${summaries.get(tag).replace(/\s+/g, ' ')}`;
});

/** The guides, in the groups of docs/README.md. */
const guides = readFileSync('docs/README.md', 'utf8')
  .split(/^(?=For |The )/m)
  .slice(1)
  .map((text) => {
    const links = [...text.matchAll(/\[([^\]]+)\]\(([^)#:]+\.md)\)/g)].map(
      ([, title, file]) =>
        `- [${title[0].toUpperCase()}${title.slice(1)}](${address(posix.join('docs', file))})`,
    );
    return `## ${text.slice(0, text.indexOf(':'))}\n\n${links.join('\n')}`;
  });

const FRONT_MATTER = /^---\n[^]*?\n---\n/;
const example = readFileSync('examples/provider/page.html', 'utf8').replace(FRONT_MATTER, '').trim();

writeFileSync(
  'dist/llms.txt',
  `# loyalty-elements

> Web components that put a loyalty programme and its lists on any shop page: points, tiers, rewards, wishlists and gift registries. Version ${version}, MIT licence.

How to use them:

1. Load \`loyalty.js\` and \`loyalty.css\` once, or \`import 'loyalty-elements'\` with a bundler.
2. Put one \`<loyalty-provider>\` on the page with \`base-url\`, \`platform\`, \`customer-id\`, \`signed-at\` and \`signature\`. Leave the last three empty for guests.
3. Make the signature on a server with \`signCustomerId()\` of \`loyalty-elements/signature\`. The secret never goes into a page.
4. Put elements anywhere on the page. They need no wrapper, load their data themselves, and show their own waiting, error and guest states.
5. Style them with custom properties and \`::part()\`. Do not reach into shadow roots.
6. Listen to events on the document. Do not invent attributes, events or parts: each page below lists all of them.

\`\`\`html
${example}
\`\`\`

## Elements

${elements.join('\n')}

${guides.join('\n\n')}
`,
);
