// The heart in a form of WooCommerce's variations follows the one that is chosen. The form says so to listeners of jQuery only.
(($) => {
  /** What a heart gets from a variation; without a variation it has again what the page was made with. */
  const ATTRIBUTES = {
    'variant-id': ({ variation_id }) => String(variation_id),
    'variant-name': (variation, form) =>
      [...form.querySelectorAll('.variations select')]
        .map((field) => field.selectedOptions[0]?.text.trim())
        .join(', '),
    'product-price': ({ display_price }) => Number(display_price).toFixed(2),
    'product-image': ({ image }) => image?.src,
  };
  const ofPage = new WeakMap();

  const show = (form, variation) => {
    const heart = form.querySelector('loyalty-wishlist-button');
    if (!heart) return;
    if (!ofPage.has(heart))
      ofPage.set(
        heart,
        Object.fromEntries(Object.keys(ATTRIBUTES).map((name) => [name, heart.getAttribute(name)])),
      );
    for (const [name, standard] of Object.entries(ofPage.get(heart))) {
      const value = (variation && ATTRIBUTES[name](variation, form)) || standard;
      if (value === null) heart.removeAttribute(name);
      else heart.setAttribute(name, value);
    }
  };

  $(document)
    .on('found_variation', 'form.variations_form', ({ currentTarget }, variation) =>
      show(currentTarget, variation),
    )
    .on('reset_data', 'form.variations_form', ({ currentTarget }) => show(currentTarget));
})(window.jQuery);
