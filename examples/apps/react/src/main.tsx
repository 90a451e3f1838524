import 'loyalty-elements/auto';
import type {} from 'loyalty-elements/jsx';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// Yours are made by a server.
const signatures = { '1001': 'a'.repeat(64), '1002': 'b'.repeat(64) };
const signedAt = '1795600000';

function Account() {
  const [id, setId] = useState<keyof typeof signatures>('1001');
  const [shown, setShown] = useState(true);
  const [heard, setHeard] = useState('');
  return (
    <loyalty-provider
      base-url={`${location.origin}/api`}
      platform="shop"
      customer-id={id}
      signature={signatures[id]}
      signed-at={signedAt}
    >
      <button onClick={() => setId('1002')}>Other customer</button>
      <button onClick={() => setShown(!shown)}>Show or hide</button>
      {shown && <loyalty-balance variant="inline" />}
      <loyalty-wishlist-button
        product-id="product-9"
        onloyalty-wishlist-added={({ detail }) => setHeard(detail.productId)}
      />
      <output>{heard}</output>
    </loyalty-provider>
  );
}

createRoot(document.querySelector('#app')!).render(<Account />);
