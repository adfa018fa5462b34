/** Returns the 32-bit FNV-1a hash of a text, for deterministic pseudo-random choices. Not cryptographic: never use it for secrets. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
