const SEPARATED_THOUSANDS = /[\s.,](?=\d{3}(?:\D|$))/g;

/** The digits (nine at most) of what was typed or pasted ("1,000" too); null for what is no whole number, which is not let in. */
export function wholeDigits(typed: string): string | null {
  const digits = typed.trim().replace(SEPARATED_THOUSANDS, '');
  return /^\d{0,9}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : null;
}
