import type { TurningEvent } from '#domain/forecast/in-play-timeline.ts';
import type { Score } from '#domain/score.ts';
import type { Side } from '#domain/sport.ts';
import type { TurningRow } from './queries.ts';

const GOALS = ['goal', 'penalty', 'own_goal'];
const CARDS = ['red', 'second_yellow'];
/** As feeds word it: "Goal cancelled", "Goal Disallowed - offside". A penalty that was cancelled was no goal yet. */
const CANCELLED = /^(?!.*penalty).*goal.*(cancel|disallow|overturn|offside|not)/i;

/**
 * What moved a forecast. Some feeds strike a cancelled goal out and tell of the cancellation alone: only goals that the score does not
 * count were taken back, and where it is not known none was.
 */
export function turningEvents(rows: readonly TurningRow[], score: Score | null): TurningEvent[] {
  const of = (cause: TurningEvent['cause'], row: TurningRow, side: Side = row.side): TurningEvent => ({
    cause,
    side,
    period: row.period === 'H1' ? 'h1' : 'h2',
    minute: row.minute,
    stoppage: row.stoppage,
  });
  // An own goal is told of the side whose player it was.
  const goals = rows
    .filter(({ type }) => GOALS.includes(type))
    .map((row) => of('goal', row, row.type === 'own_goal' ? other(row.side) : row.side));
  const cards = rows.filter(({ type }) => CARDS.includes(type)).map((row) => of('red_card', row));
  const cancelled = rows.filter(({ type, detail }) => type === 'var' && CANCELLED.test(detail ?? ''));
  const takenBack = (['home', 'away'] as const).flatMap((side, i) => {
    const scored = goals.filter((goal) => goal.side === side).length;
    const uncounted = score === null ? 0 : Math.max(0, scored - score[i]!);
    return uncounted === 0 ? [] : cancelled.filter((row) => row.side === side).slice(-uncounted);
  });
  return [...goals, ...cards, ...takenBack.map((row) => of('goal_cancelled', row))];
}

const other = (side: Side): Side => (side === 'home' ? 'away' : 'home');
