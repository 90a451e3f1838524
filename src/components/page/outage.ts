import type { LitElement } from 'lit';
import { valueOrUndefined } from '../../services/index.ts';
import type { FailedHost } from '../internal/notice.ts';
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

type Host = LitElement & FailedHost;

interface Failure {
  readonly host: Host;
  readonly button: HTMLButtonElement;
  /** Whether it has a box for sentences: a balance has none. */
  readonly hasNotice: boolean;
}

/** The elements that have failed, until they show something else. */
const failed = new Set<Host>();

addEventListener('loyalty-error', (event) => {
  const [host] = event.composedPath();
  if (host instanceof Element) void showFailure(host as LitElement);
});

/** Shows the failure of an element together with those of the others. */
export async function showFailure(host: Host): Promise<void> {
  await host.updateComplete; // its event comes before the update that shows it
  if (failed.has(host) || !(isFailed(host) || readFailure(host))) return;
  failed.add(host);
  sizes.observe(host);
  host.addController(controller);
  host.addEventListener('click', retryOthers, true);
  arrangeSoon();
}

/** Its button may come later: a balance loads the file of its error. */
const isFailed = (host: Host): boolean => valueOrUndefined(() => host.matches(':state(failed)')) === true; // throws in a browser without custom states

const controller = { hostUpdated: arrangeSoon };
/** The size of an element changes when it is removed, and when the page hides or shows it. */
const sizes = new ResizeObserver(() => requestAnimationFrame(arrangeSoon));

function readFailure(host: Host): Failure | undefined {
  const button = host.shadowRoot?.querySelector<HTMLButtonElement>(RETRY);
  return button ? { host, button, hasNotice: !!button.closest('.notice') } : undefined;
}

/** Not of a balance, which is a part of a line. */
function adoptStyles({ shadowRoot }: Host): void {
  if (!styles) (styles = new CSSStyleSheet()).replaceSync(STYLES);
  const { adoptedStyleSheets } = shadowRoot!;
  if (!adoptedStyleSheets.includes(styles)) adoptedStyleSheets.push(styles);
}

let isDue = false;

/** Once for all that fail, recover, appear or are hidden together. */
function arrangeSoon(): void {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    const failures = [...failed].flatMap((host) => readFailure(host) ?? (isFailed(host) ? [] : forget(host)));
    const shown = failures.filter(isVisible).sort(inOrder);
    // Elements beside each other: the page behind an open drawer cannot be reached from it, and the other way round.
    for (const root of new Set(shown.map(rootOf))) arrange(shown.filter((one) => rootOf(one) === root));
  });
}

function forget(host: Host): [] {
  failed.delete(host);
  host.removeController(controller);
  host.removeEventListener('click', retryOthers, true);
  sizes.unobserve(host);
  host.outage = undefined;
  return [];
}

const rootOf = ({ host }: Failure): Node => host.getRootNode();

const isVisible = ({ host }: Failure): boolean => host.getClientRects().length > 0;

const inOrder = (one: Failure, other: Failure): number =>
  one.host.compareDocumentPosition(other.host) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** Where several have failed, the first says what happened and retries for all; one that failed alone keeps its button. */
function arrange(group: readonly Failure[]): void {
  const first = group.length > 1 ? group.find(({ hasNotice }) => hasNotice) : undefined;
  const sentence = first && (first.host.outage ?? newSentence());
  for (const { host, hasNotice } of group) {
    if (hasNotice) adoptStyles(host);
    show(host, first && (host === first.host ? sentence : null));
  }
}

/** Rendering again calls `arrangeSoon`, which then finds nothing to change. */
function show(host: Host, outage: FailedHost['outage']): void {
  if (host.outage === outage) return;
  host.outage = outage;
  host.requestUpdate();
}

/** An element, which templates render as it is: pages without elements of Lit load this file, too. */
function newSentence(): HTMLElement {
  const sentence = document.createElement('p');
  sentence.className = 'outage';
  sentence.setAttribute('part', 'message');
  sentence.textContent = navigator.onLine
    ? localize('Parts of this page couldn’t be loaded. Try again in a moment.')
    : localize('You’re offline. Try again when you’re connected.');
  return sentence;
}

/** The button of the first element presses the hidden ones beside it, too. */
function retryOthers(event: Event): void {
  const host = event.currentTarget as Host;
  if (!host.outage || (event.composedPath()[0] as Element) !== readFailure(host)?.button) return;
  for (const other of failed)
    if (other.outage === null && other.getRootNode() === host.getRootNode())
      readFailure(other)?.button.click();
}
