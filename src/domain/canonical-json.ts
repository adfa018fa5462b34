/**
 * Serialises a value as canonical JSON (RFC 8785): object keys sorted by UTF-16 code units, no spaces, numbers as JavaScript writes them.
 * Equal values give equal text regardless of key order. Accepts any value that JSON can represent.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
