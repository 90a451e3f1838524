import { existsSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import packageJson from '../package.json' with { type: 'json' };

const REPOSITORY = packageJson.repository.url.replace(/^git\+|\.git$/g, '');

/** The id of a heading as GitHub makes it, so that a link works in both places. */
const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Documents at the root of the repository that are pages of the site. */
export const ROOT_DOCUMENTS = ['CHANGELOG.md', 'RELIABILITY.md', 'SECURITY.md'];

/** The address of a document on the site, from the root: `docs/guides/styling.md` is `/guides/styling/`. */
export const addressOf = (file) =>
  `/${(ROOT_DOCUMENTS.includes(file) ? file.toLowerCase() : file)
    .replace(/^docs\/README\.md$/, 'guides/')
    .replace(/^docs\//, '')
    .replace(/README\.md$/, '')
    .replace(/\.md$/, '/')}`;

const relative = (from, to) => `${path.posix.relative(from, to) || '.'}${to.endsWith('/') ? '/' : ''}`;

/** The target of a link or picture of a document, from its page on the site. */
function targetOf(href, file) {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [linked, anchor] = href.split('#');
  const target = path.posix.join(path.posix.dirname(file), linked);
  if (!existsSync(target)) throw new Error(`${file} links ${href}, which does not exist.`);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const here = addressOf(file);
  if (target.startsWith('docs/pictures/'))
    return relative(here, target.replace('docs/', '/pictures/docs/').replace('docs/pictures', 'docs'));
  if (/^docs\/.*\.md$/.test(target) || ROOT_DOCUMENTS.includes(target))
    return relative(here, addressOf(target)) + hash;
  if (/^docs\/decisions\/?$/.test(target)) return relative(here, '/decisions/');
  return `${REPOSITORY}/blob/main/${target}${hash}`;
}

function markdownOf(file) {
  const markdown = new MarkdownIt({ html: true });
  const { image } = markdown.renderer.rules;
  markdown.core.ruler.push('addresses', ({ tokens, env }) => {
    const seen = new Map();
    env.headings = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        const title = tokens[index + 1].children.map(({ content }) => content).join('');
        const slug = slugOf(title);
        const count = seen.get(slug) ?? 0;
        seen.set(slug, count + 1);
        const id = count ? `${slug}-${count}` : slug;
        token.attrSet('id', id);
        env.headings.push({ id, title, level: Number(token.tag.slice(1)) });
      }
      for (const child of token.children ?? []) {
        const name = { link_open: 'href', image: 'src' }[child.type];
        if (name && file) child.attrSet(name, targetOf(child.attrGet(name), file));
      }
    }
  });
  markdown.renderer.rules.image = (tokens, index, ...rest) => {
    tokens[index].attrSet('loading', 'lazy');
    return image(tokens, index, ...rest);
  };
  // A long line scrolls, by the keyboard as well.
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (...given) => fence(...given).replace('<pre', '<pre tabindex="0"');
  // A wide table scrolls by itself, by the keyboard as well.
  markdown.renderer.rules.table_open = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  return markdown;
}

const plain = markdownOf(undefined);

/** A sentence with `code` as HTML. */
export const inlineMarkdown = (text = '') => plain.renderInline(text);

/** A document of the repository: its HTML, and its headings with their ids. */
export function documentOf(file, text) {
  const env = {};
  const html = markdownOf(file).render(text, env);
  return { html, headings: env.headings };
}
