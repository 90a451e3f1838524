// Takes the place of lit-html in the CDN files, whose templates scripts/compile-templates.mjs has compiled: decision 0233. The npm package
// uses lit-html. In a compiled template, `<!>` stands for content, `:name` for an attribute, `?name` for a boolean one and `@name` for a
// listener, each with one value.

export const nothing = Symbol.for('lit-nothing');

/** A template with its values. A reply of the service cannot contain an instance of a class, so its texts never become elements. */
class TemplateResult {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[],
  ) {}
}

export const html = (text: string, ...values: readonly unknown[]): TemplateResult =>
  new TemplateResult(text, values);

/** Renders a value. An unchanged value is not written again: screen readers would announce it, and an image would load again. */
type Setter = (value: unknown) => void;

/** What TypeScript has no types for. */
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}
interface Policy {
  createHTML(text: string): string;
}

// Lit's own policy has another name: a page may allow each name once, and may contain another Lit.
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'loyalty-elements',
  { createHTML: (text) => text },
);

/** `NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT`, in fewer bytes. */
const ELEMENTS_AND_COMMENTS = 129;

const templates = new Map<string, HTMLTemplateElement>();

/** A copy of a template without values, and the function that sets them. `host` is `this` of the listeners. */
function copyOf(text: string, host: object): [DocumentFragment, (values: readonly unknown[]) => void] {
  let template = templates.get(text);
  if (!template) {
    templates.set(text, (template = document.createElement('template')));
    // eslint-disable-next-line no-restricted-syntax -- A text from the build: `TemplateResult` is created by `html` only.
    template.innerHTML = policy?.createHTML(text) ?? text;
  }
  const copy = document.importNode(template.content, true);
  const walker = document.createTreeWalker(copy, ELEMENTS_AND_COMMENTS);
  const setters: Setter[] = [];
  for (let node: Node | null; (node = walker.nextNode());)
    if (node instanceof Element) {
      for (const name of node.getAttributeNames())
        if (/^\W/.test(name)) setters.push(attribute(node, name, host));
    } else setters.push(content(node as Comment, node.nextSibling, host));
  return [copy, (values) => setters.forEach((set, index) => set(values[index]))];
}

function attribute(element: Element, binding: string, host: object): Setter {
  const name = binding.slice(1);
  let current: unknown = nothing;
  element.removeAttribute(binding);
  if (binding.startsWith('@'))
    element.addEventListener(name, (event) => {
      if (typeof current === 'function') current.call(host, event);
    });
  return (value) => {
    if (value === current) return;
    current = value;
    if (binding.startsWith('?')) element.toggleAttribute(name, !!value && value !== nothing);
    else if (value === nothing) element.removeAttribute(name);
    else if (binding.startsWith(':')) element.setAttribute(name, String(value ?? ''));
  };
}

/** Renders the content between two nodes: a template, a list or a text. Without `end` it renders after `start`. */
export function content(start: ChildNode, end: ChildNode | null, host: object): Setter {
  let kind: unknown;
  let set: Setter;
  const insert = <T extends Node>(node: T): T => start.parentNode!.insertBefore(node, end);

  return (value) => {
    const nextKind = value instanceof TemplateResult ? value.text : value instanceof Object;
    let added: Node | undefined;
    if (nextKind !== kind) {
      kind = nextKind;
      while (start.nextSibling !== end) start.nextSibling!.remove();
      if (value instanceof TemplateResult) {
        const [copy, setValues] = copyOf(value.text, host);
        added = copy;
        set = (result) => setValues((result as TemplateResult).values);
      } else if (kind) set = list(() => content(insert(new Comment()), insert(new Comment()), host));
      else set = text((added = new Text()) as Text);
    }
    set(value);
    if (added) insert(added); // with its values: screen readers announce an alert that is added with its text
  };
}

/** Items that are no longer in the list stay as two comments each, which the next items use again. */
function list(add: () => Setter): Setter {
  const setters: Setter[] = [];
  return (value) => {
    const items = [...(value as Iterable<unknown>)];
    while (setters.length < items.length) setters.push(add());
    setters.forEach((set, index) => set(items[index]));
  };
}

function text(node: Text): Setter {
  return (value) => {
    const data = value === nothing ? '' : String(value ?? '');
    if (node.data !== data) node.data = data;
  };
}
