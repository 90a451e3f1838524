/** `€89` or `€89.50`. The amount stays a string, so that no digit is lost in a floating-point number. */
export function formatMoney(amount: string, currency: string | undefined, language?: string): string {
  if (!currency || !/^[a-z]{3}$/i.test(currency) || !isDecimal(amount)) return amount;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount);
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);
