import { _$LH } from 'lit-html/private-ssr-support.js';
import { parseFragment } from 'parse5';

// Lit finds the bindings of a template in the browser. For the CDN files the build finds them, with Lit's own parser, and
// src/components/internal/compiled-templates.ts renders the result: decision 0233.
//
//   html`<p title=${a} class="x ${b}">${c}</p>`   becomes   html("<p :title :class><!></p>", a, `x ${b ?? ''}`, c)

const { getTemplateHtml, marker, markerMatch, boundAttributeSuffix } = _$LH;
const HTML_RESULT = 1;
const RAW_TEXT = /^(script|style|textarea|title)$/;

/** Build plugin for the CDN files. It runs after the plugin that removes white space from templates, and after TypeScript is removed. */
export function compileTemplates() {
  return {
    name: 'compile-templates',
    transform(code, id) {
      if (!id.includes('/src/components/') || !/\bhtml\b/.test(code)) return undefined;
      const fail = (problem) => this.error(`${id}: ${problem} (scripts/compile-templates.mjs)`);
      const found = templatesIn(this.parse(code), fail);
      return found.length ? { code: replaced(code, 0, code.length, found, fail), map: null } : undefined;
    },
  };
}

/** Tagged templates in the order of their text, outer ones first. */
function templatesIn(program, fail) {
  const found = [];
  const visit = (node) => {
    if (!node || typeof node !== 'object') return;
    if (node.type === 'ImportSpecifier' && node.imported.name === 'html' && node.local.name !== 'html')
      fail(
        `imports html as ${node.local.name}, and the compiler looks for the name html. Import it as html.`,
      );
    if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'html') found.push(node);
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found.sort((a, b) => a.start - b.start);
}

/** The source from `start` to `end` with its templates as calls. */
function replaced(code, start, end, templates, fail) {
  let result = '';
  let position = start;
  for (const template of templates) {
    if (template.start < position || template.end > end) continue; // outside, or inside of one that was replaced
    result += code.slice(position, template.start) + call(code, template, templates, fail);
    position = template.end;
  }
  return result + code.slice(position, end);
}

function call(code, { quasi }, templates, fail) {
  const strings = quasi.quasis.map(({ value }) => value.cooked);
  const { text, bindings } = compile(strings, fail);
  const sources = quasi.expressions.map((node) => replaced(code, node.start, node.end, templates, fail));
  const values = bindings.map(({ strings }) => {
    const parts = sources.splice(0, strings.length - 1);
    if (parts.length === 1 && !strings.join('')) return parts[0];
    if (parts.some((part) => /\bnothing\b/.test(part)))
      fail(`\`nothing\` removes an attribute only if the attribute has one value and no other text: ${text}`);
    return `\`${strings.map((string, index) => escaped(string) + (parts[index] ? `\${(${parts[index]}) ?? ''}` : '')).join('')}\``;
  });
  return `html(${[JSON.stringify(text), ...values].join(', ')})`;
}

const escaped = (string) => string.replace(/[\\`]|\$\{/g, '\\$&');

/**
 * The text of a template with a short mark for each binding, and its bindings. `strings` of a binding are the texts around its values:
 * two empty ones for a single value.
 */
function compile(strings, fail) {
  if (strings.slice(0, -1).some((string) => /<\/?[\w-]*$/.test(string)))
    fail(`a binding is the name of an element. Write a template for each name: ${strings.join('${…}')}`);
  const [result, names] = getTemplateHtml(Object.assign([...strings], { raw: strings }), HTML_RESULT);
  const html = String(result);
  const source = strings.join('${…}');
  const bindings = [];
  const edits = [];
  const replace = ({ startOffset, endOffset }, text) => edits.push({ startOffset, endOffset, text });

  const visit = (node) => {
    if (node.nodeName === '#comment') visitComment(node);
    if (node.tagName) visitElement(node);
    node.childNodes?.forEach(visit);
  };
  const visitComment = ({ data, sourceCodeLocation }) => {
    const isBinding = data === markerMatch;
    // Lit ends a template whose last binding is content with `<?>`: the node before which it inserts.
    if (!isBinding && data !== '?')
      fail(
        `a comment, also one with a binding, would be taken for content. Remove it from the template: ${source}`,
      );
    if (isBinding) bindings.push({ strings: ['', ''] });
    replace(sourceCodeLocation, '<!>');
  };
  const visitElement = ({ tagName, attrs, childNodes, sourceCodeLocation }) => {
    if (RAW_TEXT.test(tagName) && childNodes.some(({ value }) => value?.includes(marker)))
      fail(`a binding is inside <${tagName}>. Bind an attribute, or an element in its place: ${source}`);
    // A parser adds `tbody`, which has no place in the source.
    const locations = sourceCodeLocation?.startTag?.attrs ?? sourceCodeLocation?.attrs;
    for (const { name, value } of attrs) {
      if (name.startsWith(marker))
        fail(`a binding is in the place of an attribute. Write the name and bind its value: ${source}`);
      else if (name.endsWith(boundAttributeSuffix)) replace(locations[name], attribute(value.split(marker)));
      else if (/^\W/.test(name)) fail(`the attribute ${name} starts like a binding. Rename it: ${source}`);
    }
  };
  const attribute = (texts) => {
    const name = names[bindings.filter(({ isAttribute }) => isAttribute).length];
    if (name.startsWith('.'))
      fail(`${name} binds a property. Bind an attribute of the element instead: ${source}`);
    if (name !== name.toLowerCase())
      fail(`a parser changes ${name} to lower case. Bind a name without capital letters: ${source}`);
    const isSpecial = /^[?@]/.test(name);
    if (isSpecial && texts.join('')) fail(`${name} needs one value without other text: ${source}`);
    bindings.push({ strings: texts, isAttribute: true });
    return isSpecial ? name : `:${name}`;
  };

  visit(parseFragment(html, { sourceCodeLocationInfo: true }));
  if (bindings.reduce((count, { strings }) => count + strings.length - 1, 0) !== strings.length - 1)
    fail(`a binding is at a place where the parser of a browser ignores it. Move it: ${source}`);
  let text = '';
  let position = 0;
  for (const edit of edits) {
    text += html.slice(position, edit.startOffset) + edit.text;
    position = edit.endOffset;
  }
  return { text: text + html.slice(position), bindings };
}
