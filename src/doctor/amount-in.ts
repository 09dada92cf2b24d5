/**
 * The amount in a text such as `1,299.00`, `1.299,00`, `1 299,00`, `1,49,900` and `1.499.000`: without separators of
 * thousands, and with a point before the decimals. Shops write it so for readers.
 */
export function amountIn(text: string): string {
  const digits = text.replace(/[\s'’]/g, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,2}(?:,\d\d)+,\d{3}(?:\.\d+)?$/.test(digits))
    return digits.replaceAll(',', '');
  if (/^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$/.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  return /^\d{1,3}(?:\.\d{3}){2,}$/.test(digits) ? digits.replaceAll('.', '') : digits;
}
