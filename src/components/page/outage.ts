import type { LitElement } from 'lit';
import { localize } from '../internal/texts/messages.ts';

// What elements show after a failure to load. Part of `page-policy.ts`, which loads no file of an element: without `css` of Lit.

/** After a failure there is no data, whose room would be empty: an element is as high as its sentence. */
const STYLES = `
  :host(:state(failed)) {
    display: block;
    min-block-size: 0;
  }
  :host(:state(failed))::before {
    content: none;
  }
  :host(:state(failed)) .notice {
    flex-flow: row wrap;
    justify-content: start;
    min-block-size: 0;
    padding: 0.5em 0;
    border: 0;
    text-align: start;
  }
  :host(:state(failed)) .outage {
    inline-size: 100%;
    font-weight: 600;
  }
`;
let styles: CSSStyleSheet | undefined;

/** The button where a retry can succeed, in an element that shows a failure. */
const RETRY = '[role=status] > [part~=retry-button]';

interface Failure {
  readonly host: LitElement;
  readonly button: HTMLButtonElement;
  /** The box with its sentence; a balance has none. */
  readonly notice: Element | null;
}

/** The elements that have failed, until they show something else. */
const failed = new Set<LitElement>();

addEventListener('loyalty-error', (event) => {
  const [host] = event.composedPath();
  if (host instanceof Element) void showFailure(host as LitElement);
});

/** Shows the failure of an element together with those of the others. */
export async function showFailure(host: LitElement): Promise<void> {
  await host.updateComplete; // its event comes before the update that shows it
  if (failed.has(host) || !readFailure(host)) return;
  failed.add(host);
  adoptStyles(host);
  sizes.observe(host);
  host.addController(controller);
  arrangeSoon();
}

const controller = { hostUpdated: arrangeSoon };
/** The size of an element changes when it is removed, and when the page hides or shows it. */
const sizes = new ResizeObserver(() => requestAnimationFrame(arrangeSoon));

function readFailure(host: LitElement): Failure | undefined {
  const button = host.shadowRoot?.querySelector<HTMLButtonElement>(RETRY);
  return button ? { host, button, notice: button.closest('.notice') } : undefined;
}

/** Not of a balance, which is a part of a line. */
function adoptStyles({ shadowRoot }: LitElement): void {
  if (!styles) (styles = new CSSStyleSheet()).replaceSync(STYLES);
  const { adoptedStyleSheets } = shadowRoot!;
  if (shadowRoot!.querySelector('.notice') && !adoptedStyleSheets.includes(styles))
    adoptedStyleSheets.push(styles);
}

let isDue = false;

/** Once for all that fail, recover, appear or are hidden together. */
function arrangeSoon(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    const failures = [...failed].flatMap((host) => readFailure(host) ?? forget(host));
    const shown = failures.filter(isVisible).sort(inOrder);
    // Elements beside each other: the page behind an open drawer cannot be reached from it, and the other way round.
    for (const root of new Set(shown.map(rootOf))) arrange(shown.filter((one) => rootOf(one) === root));
  });
}

function forget(host: LitElement): [] {
  failed.delete(host);
  host.removeController(controller);
  sizes.unobserve(host);
  return [];
}

const rootOf = ({ host }: Failure): Node => host.getRootNode();

const isVisible = ({ host }: Failure): boolean => host.getClientRects().length > 0;

const inOrder = (one: Failure, other: Failure): number =>
  one.host.compareDocumentPosition(other.host) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** The buttons that the button of the first element presses, too. */
const others = new WeakMap<EventTarget, readonly HTMLButtonElement[]>();

const retryOthers = ({ currentTarget }: Event): void =>
  others.get(currentTarget!)?.forEach((button) => button.click());

/** Where several have failed, the first says what happened and retries for all; one that failed alone keeps its button. */
function arrange(group: readonly Failure[]): void {
  const first = group.length > 1 ? group.find(({ notice }) => notice) : undefined;
  for (const one of group) {
    const { button, notice } = one;
    const sentence = notice?.querySelector('.outage');
    button.hidden = !!first && one !== first;
    if (one !== first) {
      sentence?.remove();
      others.delete(button);
      continue;
    }
    if (!sentence) notice?.prepend(newSentence());
    others.set(
      button,
      group.filter((other) => other !== one).map((other) => other.button),
    );
    button.addEventListener('click', retryOthers); // the same listener each time
  }
}

function newSentence(): HTMLElement {
  const sentence = document.createElement('p');
  sentence.className = 'outage';
  sentence.setAttribute('part', 'message');
  sentence.textContent = navigator.onLine
    ? localize('Parts of this page couldn’t be loaded. Try again in a moment.')
    : localize('You’re offline. Try again when you’re connected.');
  return sentence;
}
