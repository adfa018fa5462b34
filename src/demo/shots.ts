import type { Shot } from '#domain/matches/shot.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import type { FeedLineup, FeedLineupPlayer, FeedMatchEvent } from '#server/modules/match-data/public.ts';
import { fraction, pickWeighted } from './seeded-random.ts';
import { type Attempt, type CountedMatch, talliesOf } from './statistics.ts';
import { clockOf, type Timeline } from './timeline.ts';

/** A match whose shots have players. */
export interface ShotMatch extends CountedMatch {
  lineups: Record<Side, FeedLineup>;
}

type Clock = Pick<Shot, 'period' | 'minute' | 'stoppage'>;

/**
 * Returns the shots of a number of whole minutes, given the events that stand: the same shots that the statistics count. Their places and
 * players come from the seed.
 */
export function shotsOf(match: ShotMatch, minutes: number, events: readonly FeedMatchEvent[]): Shot[] {
  const tallies = talliesOf(match, minutes, events);
  return SIDES.flatMap((side) =>
    tallies[side].attempts.flatMap((attempt) => {
      const clock = attempt.event === null ? clockAfter(match.timeline, attempt.played ?? 0) : clockOfEvent(attempt.event);
      return clock === null ? [] : [shotOf(match, side, attempt, clock, events)];
    }),
  ).toSorted(inOrder);
}

function shotOf(match: ShotMatch, side: Side, attempt: Attempt, clock: Clock, events: readonly FeedMatchEvent[]): Shot {
  const id = attempt.event === null ? `${side[0]}${attempt.played}` : attempt.event.id;
  const dice = (what: string) => fraction(`${match.key} ${side} ${id} ${what}`);
  const isPost = attempt.outcome === 'off_target' && attempt.event === null && dice('post') < 0.06;
  return {
    ...{ id, side, ...clock, ...placeOf(attempt, dice) },
    player: attempt.event === null ? shooter(onPitch(match.lineups[side], side, clock, events), dice('player')) : attempt.event.player,
    expected_goals: attempt.expectedGoals,
    outcome: isPost ? 'woodwork' : attempt.outcome,
  };
}

/** The penalty spot, 11 of 105 metres from the goal line. */
const SPOT = { x: 0.895, y: 0.5 };

/** Returns where a shot was taken: the likelier a goal, the nearer and the more central. */
function placeOf({ event, isInside, expectedGoals }: Attempt, dice: (what: string) => number): Pick<Shot, 'x' | 'y'> {
  if (event !== null && event.type !== 'goal') return SPOT;
  const worth = Math.min(1, expectedGoals / 0.4);
  const place = isInside
    ? { x: 0.845 + 0.09 * worth + 0.045 * dice('x'), y: 0.5 + (dice('y') - 0.5) * (0.52 - 0.36 * worth) }
    : { x: 0.69 + 0.14 * dice('x'), y: 0.5 + (dice('y') - 0.5) * 0.7 };
  return { x: Math.round(place.x * 1000) / 1000, y: Math.round(place.y * 1000) / 1000 };
}

/** Returns the clock in a minute of play, counted from 0 over all parts; null if it was never played. */
function clockAfter({ steps }: Timeline, played: number): Clock | null {
  let before = 0;
  for (const [index, { at, clock }] of steps.entries()) {
    if (clock === null || !clock.runs) continue;
    const minutes = (steps[index + 1]?.at ?? Number.POSITIVE_INFINITY) - at;
    // The middle of the minute: sums of times are not exact.
    const into = played + 0.5 - before;
    if (into < minutes) {
      const { part } = clock;
      return { period: part === 'E1' || part === 'E2' ? 'ET' : part, ...clockOf(part, clock.offset + into) };
    }
    before += minutes;
  }
  return null;
}

const clockOfEvent = ({ period, minute, stoppage }: FeedMatchEvent): Clock | null => (period === 'P' ? null : { period, minute, stoppage });

const PERIODS = ['H1', 'H2', 'ET', 'P'];
const inOrder = (
  a: Pick<FeedMatchEvent, 'period' | 'minute' | 'stoppage'>,
  b: Pick<FeedMatchEvent, 'period' | 'minute' | 'stoppage'>,
): number => PERIODS.indexOf(a.period) - PERIODS.indexOf(b.period) || a.minute - b.minute || (a.stoppage ?? 0) - (b.stoppage ?? 0);

/** Returns the players of a side before a minute: without those who left, and with those who came on. */
function onPitch({ players }: FeedLineup, side: Side, clock: Clock, events: readonly FeedMatchEvent[]): FeedLineupPlayer[] {
  const names = new Set(players.filter(({ starter }) => starter).map(({ name }) => name));
  for (const event of events) {
    if (event.side !== side || inOrder(event, clock) >= 0) continue;
    const { type, player, other } = event;
    if (player !== null && ['substitution', 'red', 'second_yellow'].includes(type)) names.delete(player);
    if (other !== null && type === 'substitution') names.add(other);
  }
  return players.filter(({ name }) => names.has(name));
}

const SHOOTING: Record<FeedLineupPlayer['position'], number> = { GK: 0, DEF: 2, MID: 4, FWD: 7, OTH: 1 };

const shooter = (players: readonly FeedLineupPlayer[], dice: number): string | null =>
  players[
    pickWeighted(
      () => dice,
      players.map(({ position }) => SHOOTING[position]),
    )
  ]?.name ?? null;
