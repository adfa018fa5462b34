/** "Group 2" before "Group 10", whatever language the machine speaks. */
export const inNaturalOrder = new Intl.Collator('en', { numeric: true });
