import type { LitElement } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import type * as Content from './claim-content.ts';
import type { ClaimController, ClaimedItem, ClaimKind, ClaimOffer } from './claim-controller.ts';
import { languageOf } from './format.ts';
import { restoreFocus } from './lists.ts';
import { localize } from './messages.ts';

/** The presses of a claim in a list of rewards or benefits. The files that only a claim needs load after the list is shown. */
export class ClaimSteps<Offer extends ClaimOffer, Owned extends ClaimedItem> {
  readonly #host: LitElement;
  readonly #customer: () => Loyalty | undefined;
  readonly #loadKind: () => Promise<ClaimKind<Offer, Owned>>;
  #loaded: Promise<typeof Content> | undefined;
  withClaim: typeof Content.withClaim | undefined;
  claim: ClaimController<Offer, Owned> | undefined;
  /** Why a claim cannot be opened: its files did not load. */
  problem: string | undefined;

  constructor(
    host: LitElement,
    customer: () => Loyalty | undefined,
    loadKind: () => Promise<ClaimKind<Offer, Owned>>,
  ) {
    this.#host = host;
    this.#customer = customer;
    this.#loadKind = loadKind;
  }

  /** Loads the files of claims, after the next frame. */
  preload(): void {
    (this.#loaded ??= nextFrame().then(this.#load)).catch(() => {});
  }

  #load = async (): Promise<typeof Content> => {
    const [content, kind] = await Promise.all([import('./claim-content.ts'), this.#loadKind()]);
    this.withClaim = content.withClaim;
    this.claim ??= content.attachClaims(this.#host, this.#customer, kind);
    return content;
  };

  onClaim = async (offer: Offer): Promise<void> => {
    try {
      const { questionOf } = await this.#loaded!.catch(this.#load);
      this.claim!.open(offer, questionOf(offer, languageOf(this.#host)));
      await this.#focus('[part~=confirm-button]');
    } catch {
      this.problem = localize('This part did not load.');
      this.#host.requestUpdate();
    }
  };

  onCancel = (): void => {
    const offer = this.claim?.current?.offer;
    this.claim?.cancel();
    if (!this.claim?.current) void this.#focus(`[data-offer="${offer?.id}"]`);
  };

  onConfirm = async ({ detail }: MouseEvent): Promise<void> => {
    const { offer, step } = this.claim?.current ?? {};
    // The second press of a double click on Claim must not confirm.
    if (detail > 1 && step === 'confirm') return;
    if (await this.claim?.confirm()) await this.#focus(`[data-row="${offer?.id}"]`);
  };

  /** Moves the focus after the rows have changed. */
  async #focus(selector: string): Promise<void> {
    await this.#host.updateComplete;
    const { renderRoot } = this.#host;
    restoreFocus(
      this.#host,
      renderRoot.querySelector<HTMLElement>(selector) ?? renderRoot.querySelector<HTMLElement>('[part=list]'),
    );
  }
}

/** Shows all rows, or the first ones again. Then the focus is on the first added row, or stays on the button; nothing else scrolls. */
export async function toggleRows(host: LitElement & { expanded: boolean }): Promise<void> {
  const rows = () => [...host.renderRoot.querySelectorAll<HTMLElement>('[data-row]')];
  const before = rows().map(({ dataset }) => dataset['row']);
  host.expanded = !host.expanded;
  await host.updateComplete;
  const added = rows().find(({ dataset }) => !before.includes(dataset['row']));
  if (added) added.focus({ preventScroll: true });
  else host.renderRoot.querySelector('.more')?.scrollIntoView({ block: 'nearest' });
}

/** After the frame that shows the rows: what only a claim needs must not delay them. */
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
