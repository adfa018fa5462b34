/** Sorts "Group 2" before "Group 10", independent of the machine's locale. */
export const inNaturalOrder = new Intl.Collator('en', { numeric: true });
