import { css, html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import {
  acceptInvitation,
  readReceived,
  toLoyaltyError,
  type LoyaltyError,
  type Loyalty,
  type ReceivedInvitation,
  type SharedList,
} from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { failureText } from '../internal/failure-text.ts';
import { reservedRows, restoreFocus } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';
import { Invitation } from '../page/invitation.ts';
import { LoyaltyListEvent } from '../saved-products/list-events.ts';
import { linkOf } from '../saved-products/list-links.ts';

// The link of a list is an invitation to edit it. `<loyalty-shared-list>` loads this file where that is so, and where a link opens nothing.

void importPagePolicy();

const styles = css`
  .received {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    align-content: center;
    gap: 0.5em 0.75em;
    box-sizing: border-box;
    min-block-size: var(--_row);
    padding-block: 0.5em;
  }
  .received > p {
    flex: 1 0 100%;
  }
`;

/** The link that the page shows. */
export interface OpenedLink {
  readonly loyalty: Loyalty;
  /** Handle of the share. */
  readonly share: string;
  /** `null` for a link that opens nothing. */
  readonly list: SharedList | null;
}

/** What is known of an invitation: `guest` before a sign-in. */
type Known = ReceivedInvitation | 'guest' | LoyaltyError;

/** Shows who invites to edit a list. Only the press of its button accepts the invitation: previews and prefetching open links, too. */
export class AcceptInvitation implements ReactiveController {
  readonly #host: LitElement & { readonly listUrl: string | undefined };
  readonly #opened: () => OpenedLink | undefined;
  readonly #guests: Invitation;
  /** Customer and link of the fields below. */
  #loyalty: Loyalty | undefined;
  #handle: string | undefined;
  #known: Known | undefined;
  #busy = false;
  #problem: string | undefined;

  constructor(
    host: LitElement & { readonly listUrl: string | undefined },
    opened: () => OpenedLink | undefined,
  ) {
    this.#host = host;
    this.#opened = opened;
    this.#guests = new Invitation(host, () => this.#loyalty);
    addStyles(host, styles);
    host.addController(this);
    this.hostUpdate();
  }

  /** Another customer must not see what the last one was asked. */
  hostUpdate(): void {
    const { loyalty, share: handle } = this.#opened() ?? {};
    if (loyalty === this.#loyalty && handle === this.#handle) return;
    this.#loyalty = loyalty;
    this.#handle = handle;
    this.#known = this.#problem = undefined;
    this.#busy = false;
    if (loyalty && handle) void this.#read(loyalty, handle);
  }

  /** Number of products that the reserved box has room for: above them, the invitation takes the room of one. */
  get rows(): number {
    const rows = reservedRows(this.#host, '--loyalty-shared-list-rows', 4);
    const isBeside = this.#host.clientWidth >= 50 * parseFloat(getComputedStyle(this.#host).fontSize);
    return isBeside ? rows : Math.max(1, rows - 1);
  }

  /** Whether it is known what to show. */
  get isReady(): boolean {
    return this.#known !== undefined;
  }

  async #read(loyalty: Loyalty, handle: string): Promise<void> {
    const known = await readReceived(loyalty, handle).catch((thrown: unknown): Known => {
      const error = toLoyaltyError(thrown);
      return error.code === 'unauthenticated' ? 'guest' : error;
    });
    if (!this.#isOf(loyalty, handle)) return;
    this.#known = known;
    this.#host.requestUpdate();
  }

  #isOf(loyalty: Loyalty, handle: string): boolean {
    return this.#loyalty === loyalty && this.#handle === handle;
  }

  #onAccept = async (): Promise<void> => {
    const { loyalty, share: handle, list } = this.#opened() ?? {};
    if (this.#busy || !loyalty || !handle || !list) return;
    this.#busy = true;
    this.#problem = undefined;
    this.#host.requestUpdate();
    try {
      await acceptInvitation(loyalty, handle);
      if (!this.#isOf(loyalty, handle)) return;
      await this.#read(loyalty, handle);
      this.#host.dispatchEvent(new LoyaltyListEvent('joined', list));
    } catch (thrown) {
      const error = toLoyaltyError(thrown);
      if (!this.#isOf(loyalty, handle)) return;
      // Others may have accepted it, or its owner stopped it, after the page was opened.
      if (sentenceOf(error)) this.#known = error;
      else this.#problem = failureText(error, localize('Couldn’t save. Try again.'));
      this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
    }
    if (!this.#isOf(loyalty, handle)) return;
    this.#busy = false;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const find = (part: string) => this.#host.renderRoot.querySelector<HTMLElement>(part);
    restoreFocus(this.#host, find('[part~=open-link], [part~=accept-button]') ?? find('[part=received]'));
  };

  /** Why the link opens nothing, where it was an invitation. */
  get reason(): string | undefined {
    const known = this.#known;
    return known && typeof known === 'object' && 'code' in known ? sentenceOf(known) : undefined;
  }

  /** The invitation above the list. */
  render(): TemplateResult | typeof nothing {
    const known = this.#known;
    const { listUrl } = this.#host;
    const { list } = this.#opened() ?? {};
    if (!known || !list) return nothing;
    return html`<div class="received" part="received" tabindex="-1">
      ${
        known === 'guest'
          ? html`<p>${this.#renderSignIn()}</p>`
          : 'code' in known
            ? html`<p>${sentenceOf(known) ?? localize('Couldn’t load this.')}</p>`
            : this.#renderKnown(known, listUrl)
      }
      ${
        this.#problem
          ? html`<p class="problem small" part="problem" role="alert">${this.#problem}</p>`
          : nothing
      }
    </div>`;
  }

  #renderSignIn(): TemplateResult | string {
    const sentence = localize('Sign in to edit this list together.');
    return this.#guests.renderSentence(sentence) ?? sentence;
  }

  #renderKnown({ state, ownerName, list }: ReceivedInvitation, listUrl: string | undefined): TemplateResult {
    if (state === 'owner')
      return html`<p>${localize('This is your own list. Send its link to the person you invite.')}</p>`;
    if (state === 'editor')
      return html`<p role="status">${localize('You edit this list together.')}</p>
        ${
          listUrl
            ? html`<a class="button ghost" part="open-link" href=${linkOf(listUrl, String(list))}
                >${localize('Open the list')}</a
              >`
            : nothing
        }`;
    return html`<p>
        ${localize('{name} invites you to edit this list together.', { name: ownerName ?? localize('Someone') })}
      </p>
      <p class="quiet small">
        ${localize('You add, change and remove products, and you see each other’s first names.')}
      </p>
      <button
        class="filled"
        part="button accept-button"
        type="button"
        aria-disabled=${this.#busy}
        @click=${this.#onAccept}
      >
        <span>${localize('Edit this list together')}</span>
      </button>`;
  }
}

/** What the service says of an invitation that cannot be accepted; `undefined` for another failure. */
function sentenceOf({ code, status }: LoyaltyError): string | undefined {
  if (code === 'conflict') return localize('Someone else has used this invitation. Ask for a new one.');
  if (status === 410) return localize('This invitation has ended. Ask for a new one.');
  return code === 'not_found'
    ? localize('This list is no longer shared. Ask the person who sent you the link for a new one.')
    : undefined;
}
