import type { LitElement, ReactiveController } from 'lit';
import {
  balances,
  loadClaims,
  outlookOf,
  refresh,
  toLoyaltyError,
  type Loyalty,
  type Id,
} from '../../services/index.ts';
import type * as ClaimFailure from './claim-failure.ts';
import type * as ClaimMoment from './claim-moment.ts';
import { leftText, questionOf, type ClaimOffer, type OpenClaim } from './claim-content.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { languageOf } from '../internal/format.ts';
import { restoreFocus } from '../internal/lists.ts';
import { localize } from '../internal/texts/messages.ts';
import { importPagePolicy } from '../page/import-page-policy.ts';

/** What a claim gives. */
export interface ClaimedItem {
  readonly id: Id;
  readonly name: string;
}

/** Sends a claim; resolves to what it gave and to the event that the page gets. */
export type SendClaim<Offer, Owned> = (
  loyalty: Loyalty,
  offer: Offer,
) => Promise<{ readonly owned: Owned; readonly event: Event }>;

/** Rewards or benefits: how one is claimed, and why not. */
export interface ClaimKind<Offer extends ClaimOffer = ClaimOffer, Owned extends ClaimedItem = ClaimedItem> {
  readonly subject: ClaimFailure.ClaimSubject;
  readonly send: SendClaim<Offer, Owned>;
}

/** Rows under one heading. */
interface Group<Row> {
  readonly rows: readonly Row[];
}

/** The claim of a reward or benefit: question, confirmation, request and result. One at a time. */
export class ClaimController<
  Offer extends ClaimOffer = ClaimOffer,
  Owned extends ClaimedItem = ClaimedItem,
> implements ReactiveController {
  readonly #host: LitElement;
  readonly #customer: () => Loyalty | undefined;
  readonly #kind: ClaimKind<Offer, Owned>;
  /** Customer of the fields below. */
  #owner: Loyalty | undefined;
  #claim: OpenClaim<Offer> | undefined;
  #endCount: (() => void) | undefined;
  /** Counts numbers down and moves rows after points were spent. A claim does not wait for its file: without it they change at once. */
  #moment: typeof ClaimMoment | undefined;
  #failure: typeof ClaimFailure | undefined;
  /** What was claimed since the element was connected, by the id of its offer. */
  claimed: ReadonlyMap<Id, Owned> = new Map();
  /** Text for screen readers about the open or the last claim. */
  announcement = '';

  constructor(host: LitElement, customer: () => Loyalty | undefined, kind: ClaimKind<Offer, Owned>) {
    this.#host = host;
    this.#customer = customer;
    this.#kind = kind;
    this.#owner = customer();
    host.addController(this);
  }

  /** Another customer must not see these fields. An element that is being moved in the document has no customer and keeps them. */
  hostUpdate(): void {
    const customer = this.#customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.#endCount?.();
    this.#claim = undefined;
    this.claimed = new Map();
    this.announcement = '';
  }

  hostDisconnected(): void {
    this.claimed = new Map();
    if (!this.sending) this.#setClaim(undefined);
  }

  get current(): OpenClaim<Offer> | undefined {
    return this.#claim;
  }

  /** Points that are left after the open claim: not where nothing is spent, or where the balance is not known or that of an earlier page. */
  get left(): number | undefined {
    const { pointsCost } = this.#claim?.offer ?? {};
    const state = this.#customer()?.resource(balances).state;
    return pointsCost && state?.value && !(state.status === 'pending' && state.isSnapshot)
      ? state.value.available - pointsCost
      : undefined;
  }

  get sending(): boolean {
    return this.#claim?.step === 'sending';
  }

  /** Loads what a claim needs: `confirm()` loads it again, and shows the failure. */
  prepare(): void {
    loadClaims().catch(() => {});
    import('./claim-moment.ts').then(
      (module) => (this.#moment = module),
      () => {},
    );
  }

  /** Opens the question for one offer and announces it. */
  open(offer: Offer): void {
    if (this.sending) return;
    void importPagePolicy();
    this.prepare();
    this.#setClaim({ offer, step: 'confirm' });
    const language = languageOf(this.#host);
    this.announcement = `${questionOf(offer, language)} ${leftText(this.left, language)}`;
  }

  cancel(): void {
    if (this.sending) return;
    // What was refused may be gone. While its reason is shown, it keeps its row.
    const loyalty = this.#customer();
    if (loyalty && this.#claim?.step === 'failed') void refresh(loyalty);
    this.announcement = '';
    this.#setClaim(undefined);
  }

  /** Sends the claim, which spends the points. Resolves to whether it succeeded. */
  async confirm(): Promise<boolean> {
    const claim = this.#claim;
    const loyalty = this.#customer();
    if (!claim || !loyalty || this.sending || (claim.repeatableAt ?? 0) > Date.now()) return false;
    this.#setClaim({ ...claim, step: 'sending' });
    const countDown = this.#moment?.watchBalance(loyalty);
    try {
      await loadClaims();
      // Before it is sent: where an answer is lost, a file may not come, and what is said depends on it.
      this.#failure = await import('./claim-failure.ts');
      const { owned, event } = await this.#kind.send(loyalty, claim.offer);
      if (this.#customerChanged(loyalty)) return false;
      this.#endCount = countDown?.();
      this.claimed = new Map([...this.claimed, [claim.offer.id, owned]]);
      this.announcement = localize('{reward} is yours.', { reward: owned.name });
      this.#setClaim(undefined);
      this.#host.dispatchEvent(event);
      return true;
    } catch (thrown) {
      if (!this.#customerChanged(loyalty)) await this.#fail(claim, thrown, loyalty);
      return false;
    }
  }

  async #fail({ offer }: OpenClaim<Offer>, thrown: unknown, loyalty: Loyalty): Promise<void> {
    const error = toLoyaltyError(thrown);
    const outlook = outlookOf(error);
    const reason =
      (await this.#failure?.reasonOfFailure(loyalty, this.#kind.subject, offer, error)) ??
      localize('Couldn’t claim it.');
    if (this.#customerChanged(loyalty)) return;
    this.#setClaim({ offer, step: 'failed', reason, ...outlook });
    // Then the button that sends it again appears.
    if (outlook.kind === 'unknown')
      setTimeout(() => this.#host.requestUpdate(), outlook.repeatableAt - Date.now());
    this.#host.dispatchEvent(new LoyaltyErrorEvent(error));
  }

  /**
   * The groups of what the customer owns and can claim. While a claim is open and after it, each row stays at the place that it has in
   * `view`, so that no row moves below the shopper's pointer; what was claimed takes the place of its offer. Rows that the view does not
   * have are added at the end.
   *
   * @param groupsOf the groups with these owned items
   * @param rowOf the row of a claimed item
   */
  groups<Row extends { readonly key: string }, Rows extends Group<Row>>(
    view: readonly (Rows & Group<Row>)[],
    owned: readonly Owned[],
    groupsOf: (owned: readonly Owned[]) => readonly Rows[],
    rowOf: (key: string, owned: Owned) => Row,
  ): readonly Rows[] {
    this.hostUpdate();
    const { claimed } = this;
    if (!this.#claim && !claimed.size) return groupsOf(owned);
    const claimedIds = [...claimed.values()].map(({ id }) => id);
    const groups = groupsOf(owned.filter(({ id }) => !claimedIds.includes(id)));
    const rows = new Map(groups.flatMap((group) => group.rows.map((row) => [row.key, row])));
    for (const [id, item] of claimed) rows.set(String(id), rowOf(String(id), item));
    const placed = new Set(view.flatMap((group) => group.rows.map(({ key }) => key)));
    return [
      ...view.map((group) => ({ ...group, rows: group.rows.flatMap(({ key }) => rows.get(key) ?? []) })),
      ...groups.map((group) => ({ ...group, rows: group.rows.filter(({ key }) => !placed.has(key)) })),
    ].filter((group) => group.rows.length > 0);
  }

  readonly onClaim = async (offer: Offer): Promise<void> => {
    this.open(offer);
    await this.#focus('[part~=confirm-button]');
  };

  readonly onCancel = (): void => {
    const offer = this.#claim?.offer;
    this.cancel();
    if (!this.#claim) void this.#focus(`[data-offer="${offer?.id}"]`);
  };

  readonly onConfirm = async ({ detail }: MouseEvent): Promise<void> => {
    const { offer, step } = this.#claim ?? {};
    // The second press of a double click on Claim must not confirm.
    if (detail > 1 && step === 'confirm') return;
    const move = this.#moment?.watchRows(this.#host);
    if (!(await this.confirm())) return;
    // Before the move, because the focus scrolls to where the row is.
    await this.#focus(`[data-row="${offer?.id}"]`);
    move?.();
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

  #customerChanged(loyalty: Loyalty): boolean {
    return (this.#customer() ?? loyalty) !== loyalty;
  }

  #setClaim(claim: OpenClaim<Offer> | undefined): void {
    this.#claim = claim;
    this.#host.requestUpdate();
  }
}
