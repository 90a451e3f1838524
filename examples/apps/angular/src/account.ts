import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import type { LoyaltyWishlistEvent } from 'loyalty-elements';

// Yours are made by a server.
const SIGNATURES = { '1001': 'a'.repeat(64), '1002': 'b'.repeat(64) };
const SIGNED_AT = '1795600000';

@Component({
  selector: 'shop-account',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <loyalty-provider
      base-url="https://api.acme.example.com/api"
      platform="shop"
      [attr.customer-id]="id()"
      [attr.signature]="signatures[id()]"
      [attr.signed-at]="signedAt"
    >
      <button (click)="id.set('1002')">Other customer</button>
      <button (click)="shown.set(!shown())">Show or hide</button>
      @if (shown()) {
        <loyalty-balance variant="inline" />
      }
      <loyalty-wishlist-button product-id="product-9" (loyalty-wishlist-added)="hear($event)" />
      <output>{{ heard() }}</output>
    </loyalty-provider>
  `,
})
export class Account {
  protected readonly signatures = SIGNATURES;
  protected readonly signedAt = SIGNED_AT;
  protected readonly id = signal<keyof typeof SIGNATURES>('1001');
  protected readonly shown = signal(true);
  protected readonly heard = signal('');

  /** Angular knows an event of a custom element as an `Event`. */
  protected hear(event: Event): void {
    this.heard.set((event as LoyaltyWishlistEvent).detail.productId);
  }
}
