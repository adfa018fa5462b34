import type { Shot } from '#domain/matches/shot.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';
import type { FeedLineupPlayer, FeedMatchEvent, FeedUpdate } from '#server/modules/match-data/public.ts';
import { fraction } from './seeded-random.ts';
import type { ShotMatch } from './shots.ts';

type Ratings = Extract<FeedUpdate, { kind: 'ratings' }>;

/** The name under which the ratings are shown: the demo rates its players itself. */
const SOURCE = 'Matchpoint demo';

const BASE = 6.3;
/** What an event adds for its player, and for the other one that it names. */
const WORTH: Partial<Record<FeedMatchEvent['type'], [player: number, other: number]>> = {
  goal: [1, 0.6],
  penalty: [0.7, 0],
  own_goal: [-0.9, 0],
  missed_penalty: [-0.7, 0],
  yellow: [-0.3, 0],
  second_yellow: [-1, 0],
  red: [-1.3, 0],
};
const SHOT_ON_TARGET = 0.15;
const SAVE = 0.17;
const RESULT = 0.25;
const CLEAN_SHEET = 0.5;
const CONCEDED = 0.3;
/** Passes and duels, which the world does not play: at most this much, up or down, from the seed. */
const UNTOLD = 0.45;
/** Players with fewer minutes are not rated. */
const MINUTES_MIN = 10;

/** Returns the ratings of a finished match, from what its players did. `teamIds` are those of both sides, `score` is the final one. */
export function ratingsOf(
  match: ShotMatch,
  teamIds: Record<Side, string>,
  score: Record<Side, number>,
  events: readonly FeedMatchEvent[],
  shots: readonly Shot[],
): Ratings['players'] {
  const length = match.timeline.partEnds.E2 === undefined ? 90 : 120;
  return SIDES.flatMap((side) => {
    const own = events.filter((event) => event.side === side && event.period !== 'P');
    const conceded = score[side === 'home' ? 'away' : 'home'];
    const saves = shots.filter((shot) => shot.side !== side && shot.outcome === 'saved').length;
    return match.lineups[side].players.flatMap((player) => {
      const minutes = minutesOf(player, own, length);
      if (minutes === 0) return [];
      const sum = [
        BASE,
        ...own.map((event) => worthOf(event, player.name)),
        SHOT_ON_TARGET * shots.filter((shot) => shot.side === side && shot.player === player.name && shot.outcome === 'saved').length,
        RESULT * Math.sign(score[side] - conceded),
        minutes >= length / 2 ? defending(player, conceded, saves) : 0,
        UNTOLD * (2 * fraction(`${match.key} ${side} ${player.name} rating`) - 1),
      ].reduce((total, worth) => total + worth, 0);
      const rating = minutes < MINUTES_MIN ? null : Math.round(Math.min(10, Math.max(3, sum)) * 10) / 10;
      return [{ teamId: teamIds[side], name: player.name, number: player.number, minutes, rating }];
    });
  });
}

function worthOf({ type, player, other }: FeedMatchEvent, name: string): number {
  const [own, others] = WORTH[type] ?? [0, 0];
  return (player === name ? own : 0) + (other === name ? others : 0);
}

function defending({ position }: FeedLineupPlayer, conceded: number, saves: number): number {
  if (position !== 'GK' && position !== 'DEF') return 0;
  return (conceded === 0 ? CLEAN_SHEET : -CONCEDED * conceded) + (position === 'GK' ? SAVE * saves : 0);
}

/** Returns the minutes that a player was on the pitch, without stoppage time; who came on has played at least one. */
function minutesOf({ name, starter }: FeedLineupPlayer, own: readonly FeedMatchEvent[], length: number): number {
  const on = starter ? 0 : own.find(({ type, other }) => type === 'substitution' && other === name)?.minute;
  if (on === undefined) return 0;
  const off = own.find(({ type, player }) => player === name && (type === 'substitution' || type === 'red' || type === 'second_yellow'));
  return Math.max(1, (off?.minute ?? length) - on);
}

/** Returns the update with the ratings of a match. */
export const ratingsUpdate = (matchId: string, players: Ratings['players']): FeedUpdate => ({
  kind: 'ratings',
  matchId,
  source: SOURCE,
  players,
});
