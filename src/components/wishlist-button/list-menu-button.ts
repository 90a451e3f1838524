import { css, html, nothing, type TemplateResult } from 'lit';
import { isGuest, isOnDevice } from '../../services/index.ts';
import { containKeys } from '../internal/contain-keys.ts';
import { addStyles } from '../internal/add-styles.ts';
import { fieldStyles } from '../internal/field-styles.ts';
import type { Heart, ListMenu, MenuOptions } from './list-menu.ts';
import { listMenuStyles } from './list-menu-styles.ts';
import { whileBusy } from '../internal/while-busy.ts';
import { localize } from '../internal/texts/messages.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

// The button of `<loyalty-wishlist-button lists>` that opens the menu. Loaded for the attribute, when it is set.

const styles = css`
  /* Beside the heart's icon, on the edge of its circle: it takes no room of its own, so a guest's page has no gap. For fingers it is as
     large as a heart, below it. */
  [part='menu-button'] {
    position: absolute;
    inset-block-end: min(-0.6em, -1 * var(--_touch, 0px));
    inset-inline-end: min(0px, var(--_touch, 0px) - 0.6em);
    inline-size: max(1.5em, 24px, var(--_touch, 0px));
    block-size: max(1.5em, 24px, var(--_touch, 0px));
  }
  [aria-busy='true'] {
    opacity: 0.6;
  }
  [part='menu-button'] ~ [part='problem'] {
    inset-block-start: calc(100% + 0.9em);
  }
`;

const loadMenu = () => import('./list-menu.ts');

/** Opens the menu of lists of a heart, and loads it with the first press. */
export class ListMenuButton {
  readonly #host: Heart;
  readonly #options: MenuOptions;
  #menu: ListMenu | undefined;
  #failed = false;

  constructor(host: Heart, options: MenuOptions) {
    this.#host = host;
    this.#options = options;
    addStyles(host, styles);
  }

  prepare(): void {
    void loadMenu().catch(() => {});
  }

  #onPress = async ({ currentTarget }: Event): Promise<void> => {
    const host = this.#host;
    const button = currentTarget as HTMLButtonElement;
    try {
      const { ListMenu } = await whileBusy(button, loadMenu());
      if (!this.#menu) {
        addStyles(host, fieldStyles, listMenuStyles);
        containKeys(host);
        this.#menu = new ListMenu(host, this.#options);
      }
      this.#failed = false;
      await this.#menu.open(button);
    } catch (cause) {
      void importPagePolicy().then((policy) => policy?.reportMissing(host, cause));
      this.#failed = true;
      host.requestUpdate();
    }
  };

  /** Only customers have several lists. */
  render(): TemplateResult | typeof nothing {
    const loyalty = this.#options.loyalty();
    if (!loyalty || isOnDevice(loyalty) || isGuest(loyalty)) return nothing;
    const { productName } = this.#host;
    return html`<button
        part="menu-button"
        type="button"
        aria-haspopup="dialog"
        aria-label=${productName ? localize('Choose lists for {product}', { product: productName }) : localize('Choose lists')}
        @click=${this.#onPress}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="m5 9 7 7 7-7" /></svg></button
      >${this.#failed ? html`<span part="problem" class="small to-right" role="alert">${localize('Couldn’t load this.')}</span>` : nothing}${this.#menu?.render()}`;
  }
}
