import { html, nothing, type TemplateResult } from 'lit';
import { balances } from '../../services/index.ts';
import { define } from '../internal/element.ts';
import { containPresses } from '../internal/contain-presses.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { LoyaltyElement } from '../page/loyalty-element.ts';
import { formatNumber, languageOf } from '../internal/format.ts';
import { localize } from '../internal/texts/messages.ts';
import {
  adoptDrawerStyles,
  hasOwnContent,
  openDrawer,
  renderDrawer,
  type DrawerStep,
} from './panel-drawer.ts';
import { panelStyles } from './panel-styles.ts';
import { pointsText } from '../internal/points-text.ts';
import { ResourceController } from '../internal/resource-controller.ts';
import { setState } from '../internal/states.ts';

export type { LoyaltyErrorEvent } from '../internal/events.ts';
import type { PageProgramme } from '../internal/page-data.ts';

export type { PageProgramme };

// Not formatted: white space would show.
// prettier-ignore
const star = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 1l2 4.6 5 .5-3.8 3.3 1.1 4.9L8 11.7l-4.3 2.6 1.1-4.9L1 6.1l5-.5z"/></svg>`;

/** Elements of the drawer, unless the page gives it other content. Until they are defined the drawer has their boxes. */
const loadContent = (): Promise<unknown> =>
  Promise.all([
    import('../status/loyalty-status.ts').then(() => {}), // what these export is not used
    import('../rewards/loyalty-rewards.ts'),
    import('../earn/loyalty-earn.ts').then(() => {}),
    import('../wishlist/loyalty-wishlist.ts'),
  ]);

/**
 * A button in a corner of the page, with the shopper's points, that opens the whole programme in a drawer: status, rewards, ways to earn
 * and wishlist. What is in the drawer loads when the page is idle, or when it is opened.
 *
 * @summary a button in the corner that opens a drawer with the others
 * @tag loyalty-panel
 * @block none
 * @needs balances
 * @parts tier, tiers, rewards, wishlist, achievements
 * @slot - Content of the drawer instead of the elements.
 * @slot title - The title of the drawer.
 * @slot signed-out - Shown to guests in the drawer: your link to join or sign in.
 * @csspart launcher - The button in the corner.
 * @csspart launcher-text - Its text: the points; for guests a label.
 * @csspart drawer - The drawer.
 * @csspart top - The line above its content.
 * @csspart title - The title.
 * @csspart close-button - The button that closes the drawer.
 * @csspart button - The close button, as every button.
 * @csspart content - What scrolls in the drawer.
 * @csspart heading - The heading of a part of the content.
 * @csspart history - The link to the history of the points.
 * @cssprop [--loyalty-panel-offset-block=1em] - Distance of the button to the bottom of the page: more where the page has a bar there.
 * @cssprop [--loyalty-panel-offset-inline=1em] - Distance of the button to the side of the page.
 * @cssprop [--loyalty-panel-layer=10] - `z-index` of the button.
 * @cssprop [--loyalty-panel-inline-size=27em] - Width of the drawer; narrow pages have a sheet from below.
 * @cssprop [--loyalty-panel-background] - Background of the drawer. Default: that of the page around the panel, where its text can be read on it; otherwise white below dark text, and dark below light text.
 * @cssprop [--loyalty-panel-color=inherit] - Text of the drawer.
 * @cssprop [--loyalty-panel-backdrop] - Background of the page behind the drawer.
 * @cssstate open - The drawer is open.
 * @cssstate loading - The points are loading.
 * @cssstate failed - The points could not be loaded.
 * @cssstate signed-out - The shopper is a guest.
 * @fires loyalty-error - The points, or the content of the drawer, could not be loaded.
 * @keyboard Enter, Space - On the launcher: opens the drawer, a modal dialog, and focuses its close button.
 * @keyboard Escape - Closes the drawer; the focus returns to the launcher.
 */
export class LoyaltyPanel extends LoyaltyElement {
  static override properties = {
    programme: {},
    historyUrl: { attribute: 'history-url' },
    side: { reflect: true },
  };

  static readonly values = { side: ['start', 'end'] };

  static override styles = panelStyles;

  /** What the page knows of the programme, for `<loyalty-status>` and `<loyalty-earn>`: an object, or JSON in the attribute. */
  programme: PageProgramme | string | undefined;
  /** Your page with the history of the points. */
  historyUrl: string | undefined;
  /** Side of the button and the drawer in the direction of the text: `end` or `start`. */
  side: 'start' | 'end' | undefined;

  #points = new ResourceController(this, balances);
  /** Undefined until the drawer is opened for the first time. */
  #drawer: DrawerStep | undefined;

  constructor() {
    super();
    containPresses(this);
  }

  /** Whether the shopper is not signed in. The drawer then shows the programme instead of rewards and history. */
  get isGuest(): boolean {
    return this.#points.state.status === 'signed-out';
  }

  /** Opens the drawer, at once. What it shows is loaded then, unless it was before. */
  async show(): Promise<void> {
    if (!this.#drawer) adoptDrawerStyles(this);
    const content = this.#loadContent();
    this.requestUpdate();
    await this.updateComplete;
    if (this.isConnected) openDrawer(this);
    await content;
  }

  #loadContent = async (): Promise<void> => {
    if (this.#drawer === 'ready' || this.#drawer === 'loading') return;
    this.#drawer = hasOwnContent(this) ? 'ready' : 'loading';
    this.requestUpdate();
    if (this.#drawer === 'ready') return;
    // Each element of the drawer reserves its box when it is defined: they are shown together.
    this.#drawer = await loadContent().then(
      () => 'ready' as const,
      (cause: unknown) => {
        void importPagePolicy().then((policy) => policy?.reportMissing(this, cause));
        return 'failed' as const;
      },
    );
    this.requestUpdate();
  };

  protected prepare(): void {
    if (this.#points.state.status !== 'loading' && !hasOwnContent(this)) void loadContent().catch(() => {});
  }

  /** Closes the drawer. */
  close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }

  protected override updated(): void {
    setState(this, 'open', !!this.renderRoot.querySelector('dialog')?.open);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.close();
  }

  #onPress = (): void => void this.show();

  #onClosed = (): void => this.requestUpdate();

  protected override render(): TemplateResult {
    const { state } = this.#points;
    const label = localize('Points and rewards');
    const language = languageOf(this);
    const available = state.status === 'ready' ? state.value.available : undefined;
    return html`<button
        part="launcher"
        class="launcher"
        type="button"
        aria-haspopup="dialog"
        data-label=${label}
        data-number=${available === undefined ? nothing : formatNumber(available, language)}
        @click=${this.#onPress}
      >
        ${
          // With an icon of its own each: the same one would move, because both are centred.
          available === undefined
            ? html`${star}<span part="launcher-text">${label}</span>`
            : html`${star}<span part="launcher-text"
                  ><span class="hidden">${label}: </span>${pointsText(available, language)}</span
                >`
        }
      </button>
      ${this.#drawer ? renderDrawer(this, { step: this.#drawer, onClosed: this.#onClosed, onRetry: this.#loadContent }) : nothing}`;
  }
}

define('loyalty-panel', LoyaltyPanel);

declare global {
  interface HTMLElementTagNameMap {
    'loyalty-panel': LoyaltyPanel;
  }
}
