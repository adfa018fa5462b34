/** What an address says, where it can be what is wanted; anything else is as if not there. */

export const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined => values.find((value) => value === text);

/** The number of a list's page, 1 unless the address names another that there may be. */
export const pageNumber = (text: string | null): number => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1);

/** A calendar day, YYYY-MM-DD, that exists. */
export function dateIn(text: string | null): string | undefined {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text ? text : undefined;
}
