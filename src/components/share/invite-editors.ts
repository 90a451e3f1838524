import { css, html, type LitElement, type TemplateResult } from 'lit';
import {
  endInvitation,
  invitations,
  inviteEditor,
  type Invitation,
  type Loyalty,
  type Resource,
} from '../../services/index.ts';
import { addStyles } from '../internal/add-styles.ts';
import { localize } from '../internal/texts/messages.ts';

// Who may edit a list beside its owner. `<loyalty-share editors>` loads this file with the first press of its button.

const styles = css`
  .editors,
  .editor {
    display: flex;
    flex: 1 0 100%;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 0.75em;
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .editors {
    padding-block-start: 0.75em;
    border-block-start: 1px solid var(--_line);
  }
  .editor > p {
    flex: 1 1 10em;
    overflow-wrap: anywhere;
  }
`;

interface Share {
  readonly loyalty: () => Loyalty | undefined;
  readonly list: () => string;
  readonly isBusy: () => boolean;
  /** The link with the buttons that copy and send it. */
  readonly renderLink: (invitation: Invitation, part: 'invite-link') => TemplateResult;
  /** Sends a change, and says why it failed. */
  readonly change: (
    change: 'shared' | 'unshared',
    act: (loyalty: Loyalty, list: string) => Promise<void>,
  ) => Promise<void>;
  /** Says what was just done. */
  readonly say: (text: string) => void;
}

/** The invitations to edit a list, and the editors who have accepted them. */
export class InviteEditors {
  readonly #host: LitElement;
  readonly #share: Share;
  #invitations: Resource<readonly Invitation[] | null> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(host: LitElement, share: Share) {
    this.#host = host;
    this.#share = share;
    addStyles(host, styles);
    host.addController({ hostDisconnected: () => this.close() });
  }

  get isOpen(): boolean {
    return !!this.#invitations;
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else {
      this.#invitations = this.#share.loyalty()?.resource(invitations(this.#share.list()));
      this.#unsubscribe = this.#invitations?.subscribe(() => this.#host.requestUpdate());
    }
    this.#host.requestUpdate();
  }

  /** Also for another customer or list. */
  close(): void {
    this.#unsubscribe?.();
    this.#invitations = undefined;
  }

  /** What gets the focus after a change; `undefined` while this is closed. */
  get focusTarget(): string | undefined {
    const hasLink = this.#invitations?.state.value?.some(({ editor }) => !editor);
    return this.isOpen ? `.editors ${hasLink ? '[part~=copy-button]' : '[part~=make-button]'}` : undefined;
  }

  #onMake = (): Promise<void> =>
    this.#share.change('shared', async (loyalty, list) => {
      await inviteEditor(loyalty, list);
      this.#share.say(localize('Your link is ready.'));
    });

  #onEnd = ({ id, editor }: Invitation): Promise<void> =>
    this.#share.change('unshared', async (loyalty, list) => {
      await endInvitation(loyalty, list, id);
      this.#share.say(
        editor
          ? localize('{name} can’t edit this list any more.', { name: nameOf(editor) })
          : localize('The link no longer works.'),
      );
    });

  render(): TemplateResult | undefined {
    const resource = this.#invitations;
    if (!resource) return undefined;
    const { value, error } = resource.state;
    return html`<div class="editors" part="editors" aria-busy=${!value && !error}>
      <p class="quiet small" part="hint">
        ${localize('One person can accept this link within 7 days. They add, change and remove products, and you see each other’s first names.')}
      </p>
      ${
        error && !value
          ? html`<p class="problem small" part="problem" role="alert">
                ${localize('Couldn’t load this list.')}
              </p>
              <button
                class="ghost"
                part="button retry-button"
                type="button"
                @click=${() => void resource.refresh()}
              >
                ${localize('Try again')}
              </button>`
          : value?.map((one) => this.#renderInvitation(one))
      }
      ${
        value?.every(({ editor }) => editor)
          ? html`<button
              class="filled"
              part="button make-button"
              type="button"
              aria-disabled=${this.#share.isBusy()}
              @click=${this.#onMake}
            >
              <span>${localize('Make a link')}</span>
            </button>`
          : undefined
      }
    </div>`;
  }

  #renderInvitation(invitation: Invitation): TemplateResult {
    const { editor } = invitation;
    const onEnd = () => this.#onEnd(invitation);
    return html`<div class="editor" part="editor">
      ${
        editor
          ? html`<p>${localize('{name} can edit this list.', { name: nameOf(editor) })}</p>
              <button
                class="ghost"
                part="button remove-button"
                type="button"
                aria-disabled=${this.#share.isBusy()}
                aria-label=${localize('Remove {name}', { name: nameOf(editor) })}
                @click=${onEnd}
              >
                ${localize('Remove')}
              </button>`
          : html`${this.#share.renderLink(invitation, 'invite-link')}
              <button
                class="ghost"
                part="button end-button"
                type="button"
                aria-disabled=${this.#share.isBusy()}
                @click=${onEnd}
              >
                ${localize('Stop this link')}
              </button>`
      }
    </div>`;
  }
}

const nameOf = ({ name }: NonNullable<Invitation['editor']>): string => name ?? localize('Someone');
