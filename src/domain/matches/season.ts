/**
 * Returns whether a day can lie in a season. A season over two years ("2025/26") runs from June to the following July, and a little more,
 * as in 2020; a season of a single year ("2026") may begin in the December before and end in the February after. Seasons in other formats
 * accept any day. `day` is "2026-03-01".
 */
export function isWithinSeason(day: string, season: string): boolean {
  const year = Number(/^(\d{4})(?:[/-]\d{2,4})?$/.exec(season)?.[1]);
  if (Number.isNaN(year)) return true;
  const [from, to] = isOverTwoYears(season) ? [`${year}-06-01`, `${year + 1}-08-31`] : [`${year - 1}-12-01`, `${year + 1}-02-28`];
  return day >= from && day <= to;
}

export const isOverTwoYears = (season: string): boolean => /^\d{4}[/-]\d{2,4}$/.test(season);
