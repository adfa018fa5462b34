/** Random numbers as a pure function of a key, from 0 to below 1: the same key gives the same numbers on every machine. */
export type Random = () => number;

/** Returns a 32-bit hash of a text (FNV-1a with a final mix, so that similar keys give very different numbers). */
export const hashText = (text: string): number => finishHash(hashedSoFar(text));

/** Hashes the beginning of a key; `before` is the hash of what precedes it. `finishHash` ends the hash. */
export function hashedSoFar(text: string, before = 0x811c9dc5): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

export function finishHash(hashed: number): number {
  let hash = Math.imul(hashed ^ (hashed >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a Mulberry32 generator: small, fast, and good enough for simulations and invented worlds, for nothing that must be secret. */
export function randomFrom(key: string): Random {
  let state = hashText(key);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
