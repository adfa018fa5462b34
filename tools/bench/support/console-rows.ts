/** A line as COPY reads it (its text format, without the end of the line); no value may hold a tab or, but for `copyBytes`, a backslash. */
export const row = (...values: readonly (string | number | boolean | null)[]): string => values.map((value) => value ?? '\\N').join('\t');

/** Bytes, as a value of such a line. */
export const copyBytes = (hex: string): string => `\\\\x${hex}`;
