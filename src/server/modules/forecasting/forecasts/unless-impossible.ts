/** Returns what `act` returns; null if it throws a RangeError, because a model knows no such score, result or format. */
export function unlessImpossible<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
