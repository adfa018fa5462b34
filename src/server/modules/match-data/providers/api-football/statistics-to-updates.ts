import type { SideStatistics, StatisticKind } from '#domain/match-statistic.ts';
import type { StatisticsUpdate } from '#server/modules/match-data/import/feed.ts';
import type { StatisticsRow } from './formats.ts';

const KINDS: Record<string, StatisticKind> = {
  expected_goals: 'expected_goals',
  'ball possession': 'possession',
  'total shots': 'shots',
  'shots on goal': 'shots_on_target',
  'shots off goal': 'shots_off_target',
  'blocked shots': 'shots_blocked',
  'shots insidebox': 'shots_inside_box',
  'shots outsidebox': 'shots_outside_box',
  'corner kicks': 'corners',
  offsides: 'offsides',
  fouls: 'fouls',
  'yellow cards': 'yellow_cards',
  'red cards': 'red_cards',
  'goalkeeper saves': 'saves',
  'total passes': 'passes',
  'passes accurate': 'passes_accurate',
  'passes %': 'pass_accuracy',
};

/** These are nought where only the other side has any: the provider leaves noughts empty. A share or a model's value is not. */
const COUNTED_FROM_NOUGHT: StatisticKind[] = ['offsides', 'yellow_cards', 'red_cards', 'shots_blocked', 'saves', 'corners'];

/** What was counted of both sides; null where it is not told of both, or nothing was counted. */
export function toStatistics(matchId: string, rows: StatisticsRow[], homeId: number): StatisticsUpdate | null {
  const home = numbersOf(rows.find(({ team }) => team.id === homeId));
  const away = numbersOf(rows.find(({ team }) => team.id !== homeId));
  for (const kind of COUNTED_FROM_NOUGHT) {
    if (home[kind] === undefined && away[kind] !== undefined) home[kind] = 0;
    if (away[kind] === undefined && home[kind] !== undefined) away[kind] = 0;
  }
  const isCounted = rows.length === 2 && Object.keys(home).length > 0 && Object.keys(away).length > 0;
  return isCounted ? { kind: 'statistics', matchId, home, away } : null;
}

function numbersOf(row: StatisticsRow | undefined): SideStatistics {
  const numbers: SideStatistics = {};
  for (const { type, value } of row?.statistics ?? []) {
    const kind = KINDS[type.toLowerCase()];
    const number = numberOf(value);
    if (kind !== undefined && number !== null) numbers[kind] = number;
  }
  return numbers;
}

/** 9, "47%", "2.73"; null for what is no number. */
function numberOf(value: number | string | null | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const [, digits] = /^(\d+(?:\.\d+)?) ?%?$/.exec(value?.trim() ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}
