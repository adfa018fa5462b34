/** Fails the drill unless the condition holds. */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Returns the seconds since a time in milliseconds, as `2.4 s`. */
export const secondsSince = (startedMs: number): string => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
