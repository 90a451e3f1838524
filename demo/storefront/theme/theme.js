// Script of the theme: handles the events of the loyalty elements.

/** A guest pressed a wishlist button: after signing in the shopper returns to this page. */
document.addEventListener('loyalty-sign-in-needed', () => {
  const path = location.pathname + location.search;
  location.assign(`/sign-in?return_to=${encodeURIComponent(path)}`);
});

/** Removes the product from the wishlist only after it is in the cart. */
document.addEventListener('loyalty-move-to-cart', (event) => {
  event.waitUntil(addToCart(event.detail.item));
});

/** A reward is applied when the cart has its code. */
document.addEventListener('loyalty-redeem', (event) => event.waitUntil(setCode(event.detail.code)));
document.addEventListener('loyalty-redeem-undo', (event) => event.waitUntil(setCode('')));

document.addEventListener('loyalty-reward-use', (event) => showReward(event.detail.reward));

/** The heart of a product saves the price of what is chosen. */
document.querySelector('#product-form select')?.addEventListener('change', ({ target }) => {
  const { price } = target.selectedOptions[0].dataset;
  if (!price) return;
  document.querySelector('.product-actions loyalty-wishlist-button').productPrice = price;
  setText(
    '.product-price',
    new Intl.NumberFormat('en', {
      style: 'currency',
      currency: 'EUR',
      trailingZeroDisplay: 'stripIfInteger',
    }).format(price),
  );
});

/** One request after the other: the cart is a cookie. */
document.addEventListener('loyalty-move-all-to-cart', (event) => {
  let before = Promise.resolve();
  for (const item of event.detail.items) {
    const added = before.then(() => addToCart(item));
    event.waitUntil(added, [item]);
    before = added.catch(() => {});
  }
});

// With a proxy, customers sign in on the page: the header and the footer follow. The session outlives the page, so that it is stored.
const SESSION = 'harbour-signed-in';

document.addEventListener('loyalty-signed-in', () => setSignedIn(true));
document.addEventListener('loyalty-signed-out', () => setSignedIn(false));
// Another tab.
addEventListener('storage', ({ key }) => key === SESSION && showSession());
document
  .querySelector('[data-sign-out]')
  ?.addEventListener('click', () => document.querySelector('loyalty-provider').signOut());
showSession();

function setSignedIn(signedIn) {
  if (signedIn) localStorage.setItem(SESSION, 'true');
  else localStorage.removeItem(SESSION);
  showSession();
}

function showSession() {
  const shown = localStorage.getItem(SESSION) ? 'member' : 'guest';
  for (const text of document.querySelectorAll('[data-for]')) text.hidden = text.dataset.for !== shown;
}

async function addToCart({ productId, variantId, name, variantName }) {
  const response = await fetch('/cart/items', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ product_id: productId, id: variantId ?? '' }),
    signal: AbortSignal.timeout(10_000),
  });
  const { count, message } = await response.json();
  // The shopper reads a text; an error would be replaced by a sentence of the element.
  if (!response.ok) throw message;
  showCount(count);
  const product = [name ?? 'It', variantName].filter(Boolean).join(', ');
  setText('[data-cart-result]', `${product} is in your cart now.`);
}

async function setCode(code) {
  const response = await fetch('/cart/code', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ code }),
    signal: AbortSignal.timeout(10_000),
  });
  const { message, name, off, total } = await response.json();
  // The shopper reads a text; an error would be replaced by a sentence of the element.
  if (!response.ok) throw message;
  document.querySelector('[data-cart-discount]')?.toggleAttribute('data-empty', !code);
  if (code) setText('[data-cart-reward]', name);
  if (code) setText('[data-cart-off]', off);
  setText('[data-cart-total]', total);
}

function showCount(count) {
  const number = document.querySelector('[data-cart-count]');
  if (!number) return;
  number.textContent = String(count);
  number.nextElementSibling.textContent = count === 1 ? ' product' : ' products';
  number.parentElement.hidden = count === 0;
}

/** Shows the code of a reward, or that none is needed. */
function showReward({ name, code }) {
  const dialog = document.querySelector('#reward-dialog');
  if (!dialog) return;
  dialog.querySelector('[data-reward-name]').textContent = name;
  dialog.querySelector('[data-reward-code]').textContent = code ?? '';
  for (const part of dialog.querySelectorAll('[data-with-code]')) part.hidden = !code;
  for (const part of dialog.querySelectorAll('[data-without-code]')) part.hidden = Boolean(code);
  setText('[data-copy-result]', '');
  dialog.showModal();
}

document.querySelector('[data-copy-code]')?.addEventListener('click', async () => {
  const code = document.querySelector('[data-reward-code]');
  try {
    await navigator.clipboard.writeText(code.textContent);
    setText('[data-copy-result]', 'Copied.');
  } catch {
    // The clipboard needs a permission and a secure page. Selected text can be copied with the keyboard.
    getSelection().selectAllChildren(code);
    setText('[data-copy-result]', 'Selected. Copy it with your keyboard.');
  }
});

function setText(selector, text) {
  const element = document.querySelector(selector);
  if (element) element.textContent = text;
}
