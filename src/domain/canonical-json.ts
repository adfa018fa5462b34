/**
 * The same values in another order are the same text: the keys of every object sorted by their UTF-16 code units, no spaces, numbers as
 * JavaScript writes them (RFC 8785). Takes what JSON can hold.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
