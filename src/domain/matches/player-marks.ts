import type { MatchEvent } from './match-details.ts';
import { findPlayer, type NamedPlayer } from './player-names.ts';
import type { MatchClock } from './pressure.ts';
import { SIDES, type Side } from './sport.ts';

/** A player with the rating of a provider, 0 to 10. */
export interface RatedPlayer extends NamedPlayer {
  minutes: number | null;
  rating: number | null;
}

/** What is known of a player in a match. */
export interface PlayerMarks {
  goals: number;
  ownGoals: number;
  assists: number;
  card: 'yellow' | 'second_yellow' | 'red' | null;
  /** When the player came on or went off as a substitute, or was sent off. */
  cameOn: MatchClock | null;
  wentOff: MatchClock | null;
  rating: number | null;
  minutes: number | null;
}

const noMarks = (): PlayerMarks => ({
  ...{ goals: 0, ownGoals: 0, assists: 0, card: null, cameOn: null, wentOff: null, rating: null, minutes: null },
});

/**
 * Returns what events and ratings tell of the players of a side. Events name players only, ratings also tell numbers: an event or a rating
 * that fits no player, or several, marks none. The shoot-out is left out.
 */
export function marksOf<P extends NamedPlayer>(
  side: Side,
  players: readonly P[],
  events: readonly MatchEvent[],
  ratings: readonly RatedPlayer[],
): Map<P, PlayerMarks> {
  const marks = new Map(players.map((player) => [player, noMarks()]));
  const of = (named: NamedPlayer | null): PlayerMarks | null => {
    const player = named === null ? null : findPlayer(players, named);
    return player === null ? null : marks.get(player)!;
  };
  for (const rated of ratings) {
    const { rating, minutes } = rated;
    Object.assign(of(rated) ?? {}, { rating, minutes });
  }
  for (const event of events) {
    if (event.side !== side || event.period === 'P') continue;
    applyEvent(event, of(named(event.player)), of(named(event.other)));
  }
  return marks;
}

const named = (name: string | null): NamedPlayer | null => (name === null ? null : { name });

function applyEvent({ type, minute, stoppage }: MatchEvent, player: PlayerMarks | null, other: PlayerMarks | null): void {
  switch (type) {
    case 'goal':
    case 'penalty':
      if (player) player.goals++;
      if (other && type === 'goal') other.assists++;
      break;
    case 'own_goal':
      if (player) player.ownGoals++;
      break;
    case 'assist':
      if (player) player.assists++;
      break;
    case 'yellow':
      if (player) player.card ??= 'yellow';
      break;
    case 'second_yellow':
    case 'red':
      if (player) Object.assign(player, { card: type, wentOff: { minute, stoppage } });
      break;
    case 'substitution':
      if (player) player.wentOff = { minute, stoppage };
      if (other) other.cameOn = { minute, stoppage };
      break;
    default:
  }
}

/** Minimum time on the pitch of the man of the match. */
const MINUTES_MIN = 45;

/** Returns the player with the highest rating of both sides among those who played long enough; null if several have it, or none is rated. */
export function manOfTheMatch(ratings: Readonly<Record<Side, readonly RatedPlayer[]>>): { side: Side; player: RatedPlayer } | null {
  const rated = SIDES.flatMap((side) => ratings[side].map((player) => ({ side, player }))).filter(
    ({ player: { rating, minutes } }) => rating !== null && (minutes ?? 0) >= MINUTES_MIN,
  );
  const highest = Math.max(...rated.map(({ player }) => player.rating ?? 0));
  const [best, another] = rated.filter(({ player }) => player.rating === highest);
  return best === undefined || another !== undefined ? null : best;
}
