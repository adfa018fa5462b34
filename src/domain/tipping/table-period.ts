/** A part of a year by UTC: a month ("2026-11") or a half ("2026-H2", July to December). Most leagues pause between the halves. */
export const TABLE_PERIOD = /^\d{4}-(0[1-9]|1[0-2]|H[12])$/;

const MONTH_LENGTH = '2026-11'.length;
const HALF_MONTHS = 6;

const monthOf = (at: string): string => at.slice(0, MONTH_LENGTH);

function halfOf(at: string): string {
  const [year, month] = at.split('-');
  return `${year}-H${Number(month) <= HALF_MONTHS ? 1 : 2}`;
}

/** Returns the month and the half in which a moment lies, given in UTC as ISO 8601. */
export const periodsOf = (at: string): [month: string, half: string] => [monthOf(at), halfOf(at)];

/** Returns whether a moment, given in UTC as ISO 8601, lies in a period. */
export const isInPeriod = (at: string, period: string): boolean => periodsOf(at).includes(period);

/** Returns whether a period has passed at a moment, given in UTC as ISO 8601. */
export const isPast = (period: string, at: string): boolean => period < (period.includes('H') ? halfOf(at) : monthOf(at));

/** Returns the first and the last month of a period: twice the same for a month. */
export function monthsOf(period: string): [first: string, last: string] {
  const [year, part] = period.split('-') as [string, string];
  if (!part.startsWith('H')) return [period, period];
  return part === 'H1' ? [`${year}-01`, `${year}-06`] : [`${year}-07`, `${year}-12`];
}
