/** A goal difference with its sign: +18, 0, −4 (a minus as wide as the plus). */
export function formatDifference(difference: number): string {
  if (difference === 0) return '0';
  return difference > 0 ? `+${difference}` : `−${-difference}`;
}
