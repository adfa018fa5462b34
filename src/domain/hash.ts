/** FNV-1a, 32 bits: a number that is always the same for the same text, to draw from. No secret is safe with it. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
