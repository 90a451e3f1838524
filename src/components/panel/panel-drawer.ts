import { css, html, nothing, type LitElement, type TemplateResult } from 'lit';
import { writeJson } from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { controlStyles } from '../internal/control-styles.ts';
import { localize } from '../internal/texts/messages.ts';
import { pageLink } from '../internal/page-link.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

// The drawer of `<loyalty-panel>`. It is part of the panel's file, so that it opens in the frame after the press.

const styles = css`
  dialog {
    --_from: 100%;
    position: fixed;
    inset-block: 0;
    inset-inline: auto 0;
    box-sizing: border-box;
    inline-size: var(--loyalty-panel-inline-size, 27em);
    max-inline-size: 100%;
    block-size: 100%;
    max-block-size: none;
    margin: 0;
    padding: 0;
    overflow: hidden;
    border: 0;
    background: var(--loyalty-panel-background, var(--_surface));
    color: var(--loyalty-panel-color, inherit);
    box-shadow: 0 0 3em rgb(0 0 0 / 0.3);
    font: inherit;
  }
  dialog[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
  }
  dialog:dir(rtl) {
    --_from: -100%;
  }
  :host([side='start']) dialog {
    --_from: -100%;
    inset-inline: 0 auto;
  }
  :host([side='start']) dialog:dir(rtl) {
    --_from: 100%;
  }
  dialog::backdrop {
    background: var(--loyalty-panel-backdrop, rgb(0 0 0 / 0.45));
  }
  .top {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1em;
    padding: 0.75em min(1em, 6vw);
    padding-block-start: calc(0.75em + env(safe-area-inset-top, 0px));
    border-block-end: 1px solid var(--_line);
  }
  .top [part='title'] {
    min-inline-size: 0;
    margin: 0;
    overflow-wrap: anywhere;
    font-size: min(1.125em, 8vw);
    font-weight: 600;
  }
  .close {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 2.75em;
    min-block-size: max(2.75em, var(--_touch, 0px));
    margin-inline-end: max(-0.75em, -3vw);
    padding: 0;
    border-color: transparent;
  }
  .close svg {
    inline-size: 1.5em;
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-width: 1.75;
  }
  .content {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 1.5em;
    padding: 1em min(1em, 6vw);
    padding-block-end: calc(1.5em + env(safe-area-inset-bottom, 0px));
    overflow-y: auto;
    overscroll-behavior: contain;
  }
  h3 {
    margin: 0 0 0.5em;
    font-size: 1em;
    font-weight: 600;
  }
  .content a {
    align-content: center;
    /* Not 0: in a drawer that scrolls, a row of the grid would have this height. */
    min-block-size: var(--_touch, auto);
    color: inherit;
    font-weight: 600;
    text-underline-offset: 0.2em;
  }
  /* One column, as on a narrow page. */
  .content {
    --_status-size: 27em;
  }
  loyalty-status {
    --loyalty-status-block-size: var(--_status-size);
  }
  .box {
    border-radius: var(--_radius);
    background: var(--_line);
    block-size: 20em;
  }
  .box-status {
    block-size: var(--_status-size);
  }
  loyalty-rewards {
    --loyalty-rewards-card-rows: 2;
    --loyalty-rewards-card-size: 10em;
  }
  loyalty-earn {
    --loyalty-earn-rows: 3;
  }
  loyalty-wishlist {
    --loyalty-wishlist-column-size: 8em;
  }
  /* One sentence and the way in. */
  .guest:not(.has-programme) {
    --_status-size: 9em;
  }
  /* The ways that the page knows: no others are loaded for a guest. */
  .guest loyalty-earn {
    min-block-size: 0;
  }
  .guest loyalty-wishlist {
    --loyalty-wishlist-rows: 0;
  }
  .guest .box-wishlist {
    block-size: 5em;
  }
  /* A sheet from below. */
  @media (max-width: 30em) {
    dialog,
    :host([side='start']) dialog {
      inset-block: auto 0;
      inset-inline: 0;
      inline-size: 100%;
      block-size: auto;
      max-block-size: 92dvh;
      border-start-start-radius: var(--loyalty-radius, 1em);
      border-start-end-radius: var(--loyalty-radius, 1em);
    }
    .top {
      padding-block-start: 0.75em;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog[open] {
      animation: slide 0.18s ease-out;
    }
    dialog::backdrop {
      animation: fade 0.18s;
    }
    @keyframes slide {
      from {
        translate: var(--_from);
      }
    }
    @keyframes fade {
      from {
        opacity: 0;
      }
    }
    @media (max-width: 30em) {
      dialog[open] {
        animation-name: rise;
      }
      @keyframes rise {
        from {
          translate: 0 100%;
        }
      }
    }
  }
`;

/** The panel. */
export interface DrawerContent extends Element {
  readonly isGuest: boolean;
  readonly programme: unknown;
  readonly historyUrl: string | undefined;
}

/** Adds the styles of this module to the element. */
export const adoptDrawerStyles = (host: Element): void => addStyles(host, controlStyles, styles);

/** Drawers that are open, and the page's own style until the last of them is closed. */
const openDrawers = new Set<HTMLDialogElement>();
let pageStyle: Pick<CSSStyleDeclaration, 'overflow' | 'scrollbarGutter'>;

/** Opens the drawer. The page behind it does not scroll, and keeps its width without its scroll bar. */
export function openDrawer(host: LitElement): void {
  const dialog = host.shadowRoot!.querySelector('dialog')!;
  if (dialog.open) return;
  // Loaded since the page was idle: it has its effect in the frame of the press.
  void importPagePolicy().then((policy) => policy?.takePageBackground(dialog));
  const { documentElement: page } = document;
  const { overflow, scrollbarGutter } = page.style;
  // The close event comes up to a frame after the drawer has closed. Until then the style is the one set here, not the page's.
  if (!openDrawers.size) pageStyle = { overflow, scrollbarGutter };
  openDrawers.add(dialog);
  if (innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable';
  page.style.overflow = 'hidden';
  dialog.onclick = closeOnBackdrop; // not in the template: for the keyboard there are Escape and the button
  dialog.onclose = restorePage;
  dialog.showModal();
}

/** Gives the page back its style when no drawer is open. */
function restorePage({ currentTarget: dialog }: Event): void {
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  openDrawers.delete(dialog);
  if (!openDrawers.size) Object.assign(document.documentElement.style, pageStyle);
}

/** Closes the drawer after a press on its backdrop, which is the dialog outside of its box. */
function closeOnBackdrop({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): void {
  if (target !== currentTarget || !(currentTarget instanceof HTMLDialogElement)) return;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  if (x < left || x > right || y < top || y > bottom) currentTarget.close();
}

const onClose = ({ currentTarget }: MouseEvent): void => {
  if (currentTarget instanceof Element) currentTarget.closest('dialog')?.close();
};

/** How far the content is. */
export type DrawerStep = 'loading' | 'failed' | 'ready';

export interface DrawerView {
  readonly step: DrawerStep;
  readonly onClosed: () => void;
  /** Loads the content again. */
  readonly onRetry: () => void;
}

/** The dialog. Its content is the page's where it has given some, otherwise status, rewards, ways to earn and wishlist. */
export function renderDrawer(host: DrawerContent, view: DrawerView): TemplateResult {
  const { step, onClosed, onRetry } = view;
  const classes = `content${host.isGuest ? ' guest' : ''}${host.programme === undefined ? '' : ' has-programme'}`;
  return html`<dialog part="drawer" aria-labelledby="title" @close=${onClosed}>
    <div part="top" class="top">
      <h2 part="title" id="title"><slot name="title">${localize('Points and rewards')}</slot></h2>
      <button
        class="ghost close"
        part="button close-button"
        type="button"
        aria-label=${localize('Close')}
        @click=${onClose}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" /></svg>
      </button>
    </div>
    <div part="content" class=${classes} aria-busy=${step === 'loading'}>
      ${
        hasOwnContent(host)
          ? html`<slot></slot>`
          : step === 'ready'
            ? renderElements(host)
            : step === 'loading'
              ? renderBoxes(host)
              : renderFailed(onRetry)
      }
    </div>
  </dialog>`;
}

const toJson = (programme: unknown): string | typeof nothing =>
  programme === undefined ? nothing : typeof programme === 'string' ? programme : writeJson(programme)!;

/** Whether the page has given content of its own. Then the elements are not rendered: they would load their data. */
export const hasOwnContent = (host: Element): boolean => !!host.querySelector(':scope > :not([slot])');

/** What is shown until the elements are loaded: their headings are of this size, so that the sheet of a narrow page does not grow. */
function renderBoxes({ isGuest }: DrawerContent): TemplateResult {
  return html`<p class="hidden">${localize('Loading your points')}</p>
    <div class="box skeleton box-status"></div>
    ${isGuest ? nothing : html`<div class="box skeleton"></div>`}
    <section aria-hidden="true">
      <h3 part="heading">${localize('Your wishlist')}</h3>
      <div class="box skeleton box-wishlist"></div>
    </section>`;
}

const renderFailed = (onRetry: () => void): TemplateResult =>
  html`<div class="notice" role="alert">
    <p>${localize('Couldn’t load this.')}</p>
    <button class="ghost" part="button" type="button" @click=${onRetry}>${localize('Try again')}</button>
  </div>`;

/** Guests see the programme: its tiers, rewards and ways to earn. Nothing is theirs yet but what they have saved. */
function renderElements(host: DrawerContent): TemplateResult {
  const programme = toJson(host.programme);
  const history = pageLink(host.historyUrl);
  const hasSlot = host.querySelector(':scope > [slot=signed-out]');
  return html`<loyalty-status invites programme=${programme} heading-level="3"
      >${hasSlot ? html`<slot name="signed-out" slot="signed-out"></slot>` : nothing}</loyalty-status
    >
    ${
      host.isGuest
        ? nothing
        : html`${history ? html`<a part="history" href=${history}>${localize('Your points history')}</a>` : nothing}
            <section>
              <h3 part="heading">${localize('Your rewards')}</h3>
              <loyalty-rewards layout="cards" heading-level="4"></loyalty-rewards>
            </section>`
    }
    ${
      host.isGuest && programme === nothing
        ? nothing
        : html`<section>
            <h3 part="heading">${localize('Ways to earn')}</h3>
            <loyalty-earn programme=${programme}></loyalty-earn>
          </section>`
    }
    <section>
      <h3 part="heading">${localize('Your wishlist')}</h3>
      <loyalty-wishlist></loyalty-wishlist>
    </section>`;
}
