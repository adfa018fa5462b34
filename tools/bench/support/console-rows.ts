/** Returns a line in COPY's text format, without the line end; values must not contain tabs or, except from `copyBytes`, backslashes. */
export const row = (...values: readonly (string | number | boolean | null)[]): string => values.map((value) => value ?? '\\N').join('\t');

/** Returns bytes as a value of such a line. */
export const copyBytes = (hex: string): string => `\\\\x${hex}`;
