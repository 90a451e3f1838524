import { documentOf, onEachLoad, setAddress } from './frames.ts';
import { siteIsDark } from './theme.ts';
import { workersRun } from './worker.ts';

/** Longest list of events that is shown. */
const MOST_EVENTS = 20;

/** Everything around a live example: states, settings of the page, attributes, slots, properties, parts and events. */
export function startPlayground(section: HTMLElement): void {
  const tag = section.dataset['playground']!;
  const frame = section.querySelector<HTMLIFrameElement>('[data-frame]')!;
  section.querySelector<HTMLElement>('[data-no-worker]')!.hidden = workersRun;
  if (!workersRun) return;
  for (const part of section.querySelectorAll<HTMLElement>('[data-bar], [data-try]')) part.hidden = false;
  settings(section, frame);
  changes(section, frame, tag);
  events(section, frame);
}

/** The line of settings above an example; the site's own theme is the first choice of its ground. */
function settings(section: HTMLElement, frame: HTMLIFrameElement): void {
  const field = <T extends HTMLElement>(name: string) => section.querySelector<T>(`[data-${name}]`)!;
  const state = field<HTMLSelectElement>('state');
  const dark = field<HTMLInputElement>('dark');
  const rtl = field<HTMLInputElement>('rtl');
  const narrow = field<HTMLInputElement>('narrow');
  const show = (): void => {
    frame.classList.toggle('narrow', narrow.checked);
    setAddress(frame, {
      state: state.value,
      theme: dark.checked ? 'dark' : '',
      dir: rtl.checked ? 'rtl' : '',
    });
  };
  for (const input of [state, dark, rtl, narrow]) input.addEventListener('change', show);
  field('reload').addEventListener('click', () => frame.contentWindow?.location.reload());
  document.addEventListener('site-theme', () => {
    dark.checked = siteIsDark();
    show();
  });
  dark.checked = siteIsDark();
  show();
}

/** Fields beside an example for parts and custom properties: the theming page has them for each element. */
export const startHooks = (section: HTMLElement): void =>
  changes(section, section.querySelector('[data-frame]')!, section.dataset['hooks']!);

/** What the reader changes of the element: it is applied at once, and again after each load of the example. */
function changes(section: HTMLElement, frame: HTMLIFrameElement, tag: string): void {
  const fields = [
    ...section.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-fields] :is(input, select)'),
  ];
  const written = section.querySelector('[data-written] code');
  const touched = new Set<HTMLInputElement | HTMLSelectElement>();
  const apply = (): void => {
    const page = documentOf(frame);
    const element = page?.querySelector<HTMLElement>(tag);
    if (!page || !element) return;
    for (const field of touched) change(element, field);
    outline(page, tag, fields);
    if (written) written.textContent = markupOf(element);
  };
  for (const field of fields) {
    const { attribute } = field.dataset;
    field.addEventListener('input', () => {
      touched.add(field);
      apply();
    });
    // The fields begin with what the example says.
    onEachLoad(frame, (page) => {
      const value = attribute ? page.querySelector(tag)?.getAttribute(attribute) : undefined;
      if (value === undefined || value === null || touched.has(field)) return;
      if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
      else field.value = value;
    });
  }
  onEachLoad(frame, apply);
}

function change(element: HTMLElement, field: HTMLInputElement | HTMLSelectElement): void {
  const { attribute, property, slotName } = field.dataset;
  if (attribute && field instanceof HTMLInputElement && field.type === 'checkbox')
    element.toggleAttribute(attribute, field.checked);
  else if (attribute && field.value === '') element.removeAttribute(attribute);
  else if (attribute) element.setAttribute(attribute, field.value);
  if (property) element.style.setProperty(property, field.value);
  if (slotName !== undefined) fillSlot(element, slotName, field.value);
}

function fillSlot(element: HTMLElement, name: string, text: string): void {
  const selector = name ? `:scope > [slot="${name}"]` : ':scope > [data-filled]';
  element.querySelector(selector)?.remove();
  if (!text) return;
  const filled = Object.assign(element.ownerDocument.createElement('span'), { textContent: text });
  if (name) filled.slot = name;
  else filled.dataset['filled'] = '';
  element.append(filled);
}

/** Draws a line around the chosen parts. */
function outline(page: Document, tag: string, fields: readonly HTMLElement[]): void {
  const chosen = fields.filter((field) => field.dataset['part'] && (field as HTMLInputElement).checked);
  const sheet = page.head.querySelector('style[data-outline]') ?? page.createElement('style');
  sheet.setAttribute('data-outline', '');
  sheet.textContent = chosen
    .map(
      (field) =>
        `${tag}::part(${field.dataset['part']}) { outline: 2px dashed #d6336c; outline-offset: 2px; }`,
    )
    .join('\n');
  page.head.append(sheet);
}

/** The tag with its attributes and the texts of its slots. */
function markupOf(element: HTMLElement): string {
  const attributes = [...element.attributes].map(({ name, value }) => {
    if (!value) return ` ${name}`;
    return value.includes('"') ? ` ${name}='${value}'` : ` ${name}="${value}"`;
  });
  const slots = [...element.children].map((child) => {
    const name = child.slot ? ` slot="${child.slot}"` : '';
    return `\n  <${child.localName}${name}>${child.textContent}</${child.localName}>`;
  });
  const inner = slots.length ? `${slots.join('')}\n` : '';
  return `<${element.localName}${attributes.join('')}>${inner}</${element.localName}>`;
}

/** Writes every event of the example into a list, newest first. */
function events(section: HTMLElement, frame: HTMLIFrameElement): void {
  const box = section.querySelector<HTMLElement>('[data-events]')!;
  const names = box.dataset['events']!.split(' ').filter(Boolean);
  const list = box.querySelector('ol')!;
  box.hidden = names.length === 0;
  const write = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>;
    const line = document.createElement('li');
    line.append(Object.assign(document.createElement('code'), { textContent: event.type }));
    if (detail) line.append(` ${detailText(detail)}`);
    list.prepend(line);
    box.querySelector<HTMLElement>('[data-no-events]')!.hidden = true;
    while (list.children.length > MOST_EVENTS) list.lastElementChild!.remove();
  };
  onEachLoad(frame, (page) => {
    for (const name of names) page.addEventListener(name, write);
  });
}

/** A payload as JSON; an error by its code and text, which JSON leaves out. */
const detailText = (detail: unknown): string =>
  JSON.stringify(detail, (_, value: unknown) =>
    value !== null && typeof value === 'object' && 'message' in value && 'code' in value
      ? { code: value.code, message: value.message }
      : value,
  );
