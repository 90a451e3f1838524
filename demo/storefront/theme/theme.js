// The theme of Harbour & Pine: what the shop answers when the loyalty elements tell it something.

/** A guest tapped a heart: signing in leads back here. */
document.addEventListener('loyalty-sign-in-needed', () => {
  const here = location.pathname + location.search;
  location.assign(`/sign-in?return_to=${encodeURIComponent(here)}`);
});

/** The product leaves the wishlist only when the cart has it. */
document.addEventListener('loyalty-move-to-cart', (event) => {
  event.waitUntil(addToCart(event.detail.item));
});

document.addEventListener('loyalty-reward-use', (event) => showReward(event.detail.reward));

async function addToCart({ productId, name }) {
  const response = await fetch('/cart/items', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ product_id: productId }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The cart answered ${response.status}`);
  const { count } = await response.json();
  showCount(count);
  tell('[data-cart-result]', `${name ?? 'It'} is in your cart now.`);
}

function showCount(count) {
  const number = document.querySelector('[data-cart-count]');
  if (!number) return;
  number.textContent = String(count);
  number.nextElementSibling.textContent = count === 1 ? ' product' : ' products';
  number.parentElement.hidden = count === 0;
}

/** Shows what a reward is good for: its code, or that none is needed. */
function showReward({ name, code }) {
  const dialog = document.querySelector('#reward-dialog');
  if (!dialog) return;
  dialog.querySelector('[data-reward-name]').textContent = name;
  dialog.querySelector('[data-reward-code]').textContent = code ?? '';
  for (const part of dialog.querySelectorAll('[data-with-code]')) part.hidden = !code;
  for (const part of dialog.querySelectorAll('[data-without-code]')) part.hidden = Boolean(code);
  tell('[data-copy-result]', '');
  dialog.showModal();
}

document.querySelector('[data-copy-code]')?.addEventListener('click', async () => {
  const code = document.querySelector('[data-reward-code]');
  try {
    await navigator.clipboard.writeText(code.textContent);
    tell('[data-copy-result]', 'Copied.');
  } catch {
    // No permission, or no secure page: selected, it can be copied by hand.
    getSelection().selectAllChildren(code);
    tell('[data-copy-result]', 'Selected. Copy it with your keyboard.');
  }
});

function tell(selector, words) {
  const place = document.querySelector(selector);
  if (place) place.textContent = words;
}
