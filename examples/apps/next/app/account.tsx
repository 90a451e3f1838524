'use client';
import 'loyalty-elements/auto';
import type { LoyaltyWishlistEvent } from 'loyalty-elements';
import type {} from 'loyalty-elements/jsx';
import { useEffect, useState } from 'react';

// Yours are made by a server.
const signatures = { '1001': 'a'.repeat(64), '1002': 'b'.repeat(64) };
const signedAt = '1795600000';

export function Account() {
  const [id, setId] = useState<keyof typeof signatures>('1001');
  const [shown, setShown] = useState(true);
  const [heard, setHeard] = useState('');
  // React attaches no listeners of custom events to a prerendered element; the document hears them, too.
  useEffect(() => {
    const hear = ({ detail }: LoyaltyWishlistEvent) => setHeard(detail.productId);
    document.addEventListener('loyalty-wishlist-added', hear);
    return () => document.removeEventListener('loyalty-wishlist-added', hear);
  }, []);
  return (
    <loyalty-provider
      base-url="https://api.acme.example.com/api"
      platform="shop"
      customer-id={id}
      signature={signatures[id]}
      signed-at={signedAt}
    >
      <button onClick={() => setId('1002')}>Other customer</button>
      <button onClick={() => setShown(!shown)}>Show or hide</button>
      {shown && <loyalty-balance variant="inline" />}
      <loyalty-wishlist-button product-id="product-9" />
      <output>{heard}</output>
    </loyalty-provider>
  );
}
