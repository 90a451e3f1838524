import type { LitElement, ReactiveController } from 'lit';
import type { Loyalty } from '../../services/index.ts';

/** What a customer is doing in an element. The next customer is not told of it. */
export abstract class CustomerAction implements ReactiveController {
  protected readonly host: LitElement;
  protected readonly customer: () => Loyalty | undefined;
  /** Whose action this is. */
  #owner: Loyalty | undefined;
  /** What a screen reader is to say about the last one. */
  announcement = '';

  constructor(host: LitElement, customer: () => Loyalty | undefined) {
    this.host = host;
    this.customer = customer;
    host.addController(this);
  }

  /** Makes everything as if nothing had been done. */
  protected abstract forget(): void;

  /** An element between two places has no customer, and is still at it. */
  hostUpdate(): void {
    const customer = this.customer();
    if (!customer || customer === this.#owner) return;
    this.#owner = customer;
    this.forget();
    this.announcement = '';
  }

  /** Whether somebody else is the customer by now: what comes back is not theirs. */
  protected isPast(loyalty: Loyalty): boolean {
    return (this.customer() ?? loyalty) !== loyalty;
  }
}
