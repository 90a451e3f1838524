const euros = new Intl.NumberFormat('en-IE', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** `€89`, `€12.50`: prices of the shop are decimal strings, sums are in euros. */
export const formatPrice = (amount: string | number): string => euros.format(Number(amount));
