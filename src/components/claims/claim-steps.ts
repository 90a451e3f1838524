import type { LitElement } from 'lit';
import type { Loyalty } from '../../services/index.ts';
import type { ClaimedItem, ClaimKind, ClaimOffer } from './claim-controller.ts';
import type { ClaimPresses } from './claim-presses.ts';
import { localize } from '../internal/texts/messages.ts';
import { nextFrame } from '../internal/next-frame.ts';

/** Loads the files that only a claim needs, after a list of rewards or benefits is shown. */
export class ClaimSteps<Offer extends ClaimOffer, Owned extends ClaimedItem> {
  readonly #host: LitElement;
  readonly #customer: () => Loyalty | undefined;
  readonly #loadKind: () => Promise<ClaimKind<Offer, Owned>>;
  #loaded: Promise<ClaimPresses<Offer, Owned>> | undefined;
  /** The claims, after their files have loaded. */
  presses: ClaimPresses<Offer, Owned> | undefined;
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

  #load = async (): Promise<ClaimPresses<Offer, Owned>> => {
    const [{ ClaimPresses }, kind] = await Promise.all([import('./claim-presses.ts'), this.#loadKind()]);
    return (this.presses ??= new ClaimPresses(this.#host, this.#customer, kind));
  };

  onClaim = async (offer: Offer): Promise<void> => {
    try {
      const presses = await this.#loaded!.catch(this.#load);
      await presses.open(offer);
    } catch {
      this.problem = localize('This part did not load.');
      this.#host.requestUpdate();
    }
  };
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
