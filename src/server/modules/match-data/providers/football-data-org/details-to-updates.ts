import type { MatchEventType } from '#domain/matches/match-details.ts';
import type { MatchScore } from '#domain/matches/score.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { EventsUpdate, FeedLineup, FeedLineupPlayer, FeedMatchEvent, LineupsUpdate } from '#server/modules/match-data/import/feed.ts';
import type { BookingRow, GoalRow, MatchRow, PlayerRow, SideRow, SubstitutionRow } from './formats.ts';

/** Goals, cards and line-ups come with paid plans, in the answer about a single match. */

/** Returns whether an answer contains details, which other plans leave out or leave empty. */
export const hasDetails = ({ goals, bookings, substitutions, homeTeam, awayTeam }: MatchRow): boolean =>
  [goals, bookings, substitutions, homeTeam.lineup, awayTeam.lineup].some((list) => (list?.length ?? 0) > 0);

const CARDS: Record<string, MatchEventType> = { YELLOW: 'yellow', YELLOW_RED: 'second_yellow', RED: 'red' };
const GOALS: Record<string, MatchEventType> = { OWN: 'own_goal', PENALTY: 'penalty' };

/**
 * Returns a match's events. Null if they are not known: the plan does not include them (`isPaidFor`), or the goals do not add up to the
 * score, so that the list is incomplete.
 */
export function toEvents(row: MatchRow, { home, away }: MatchScore, isPaidFor: boolean): EventsUpdate | null {
  const { goals, bookings, substitutions } = row;
  if (!goals || !isPaidFor) return null;
  const scored = goals.flatMap((goal, index) => toGoal(row, goal, goals[index - 1]) ?? []);
  const count = (side: Side) => scored.filter((event) => (event.type === 'own_goal') !== (event.side === side)).length;
  if (scored.length !== goals.length || count('home') !== (home ?? 0) || count('away') !== (away ?? 0)) return null;
  const others = [
    ...(bookings ?? []).flatMap((one) => toCard(row, one)),
    ...(substitutions ?? []).flatMap((one) => toSubstitution(row, one)),
  ];
  const events = [...scored, ...others].sort((a, b) => a.minute - b.minute || (a.stoppage ?? 0) - (b.stoppage ?? 0));
  return { kind: 'events', matchId: String(row.id), events: withIds(events) };
}

type Event = Omit<FeedMatchEvent, 'id'>;

/** Returns a goal; null without a minute or a side. The running score says which side it counted for; an own goal is its scorer's. */
function toGoal(row: MatchRow, goal: GoalRow, before: GoalRow | undefined): Event | null {
  const forSide = goal.score
    ? goal.score[0] > (before?.score?.[0] ?? 0)
      ? 'home'
      : 'away'
    : goal.type === 'OWN'
      ? null
      : sideOf(row, goal.team.id);
  const type = GOALS[goal.type ?? ''] ?? 'goal';
  const when = timeOf(goal);
  if (forSide === null || when === null) return null;
  const side = type === 'own_goal' ? (forSide === 'home' ? 'away' : 'home') : forSide;
  return { ...when, type, side, player: nameOf(goal.scorer), other: type === 'goal' ? nameOf(goal.assist) : null, detail: null };
}

function toCard(row: MatchRow, booking: BookingRow): Event[] {
  const [type, side, when] = [CARDS[booking.card], sideOf(row, booking.team.id), timeOf(booking)];
  if (type === undefined || side === null || when === null) return [];
  return [{ ...when, type, side, player: nameOf(booking.player), other: null, detail: null }];
}

function toSubstitution(row: MatchRow, { team, playerOut, playerIn, ...rest }: SubstitutionRow): Event[] {
  const [side, when] = [sideOf(row, team.id), timeOf(rest)];
  if (side === null || when === null) return [];
  return [{ ...when, type: 'substitution', side, player: nameOf(playerOut), other: nameOf(playerIn), detail: null }];
}

const sideOf = ({ homeTeam, awayTeam }: MatchRow, teamId: number): Side | null =>
  teamId === homeTeam.id ? 'home' : teamId === awayTeam.id ? 'away' : null;

const nameOf = (person: { name?: string | null | undefined } | null | undefined): string | null =>
  person?.name?.trim().slice(0, 120) || null;

function timeOf({ minute, injuryTime }: Pick<GoalRow, 'minute' | 'injuryTime'>): Pick<Event, 'minute' | 'stoppage' | 'period'> | null {
  if (minute === null || minute > 120) return null;
  const at = Math.max(minute, 1);
  const stoppage = injuryTime !== null && injuryTime > 0 ? Math.min(injuryTime, 30) : null;
  return { minute: at, stoppage, period: at <= 45 ? 'H1' : at <= 90 ? 'H2' : 'ET' };
}

/** The provider's events have no ids: the n-th event of one kind by one player is the same event, even if its minute changes. */
function withIds(events: Event[]): FeedMatchEvent[] {
  const times = new Map<string, number>();
  return events.map((event) => {
    const what = `${event.type}:${event.side}:${event.player ?? '?'}`.slice(0, 90);
    const time = (times.get(what) ?? 0) + 1;
    times.set(what, time);
    return { id: `${what}:${time}`, ...event };
  });
}

/** Returns both line-ups of a match; null until both contain their starters. */
export function toLineups({ id, homeTeam, awayTeam }: MatchRow): LineupsUpdate | null {
  if (!homeTeam.lineup?.length || !awayTeam.lineup?.length) return null;
  return { kind: 'lineups', matchId: String(id), home: toLineup(homeTeam), away: toLineup(awayTeam) };
}

const toLineup = ({ coach, formation, lineup, bench }: SideRow): FeedLineup => ({
  formation: formation?.trim() || null,
  coach: nameOf(coach),
  players: [...(lineup ?? []).flatMap((row) => toPlayer(row, true)), ...(bench ?? []).flatMap((row) => toPlayer(row, false))],
});

function toPlayer({ name, position, shirtNumber }: PlayerRow, starter: boolean): FeedLineupPlayer[] {
  const known = name?.trim().slice(0, 120);
  if (!known) return [];
  const number = shirtNumber != null && shirtNumber >= 0 && shirtNumber <= 999 ? shirtNumber : null;
  return [{ name: known, number, position: positionOf(position ?? ''), grid: null, starter }];
}

/** Returns the position for "Centre-Back" or "Left Winger", of which there are many; a wing-back defends. */
function positionOf(text: string): FeedLineupPlayer['position'] {
  if (/goal/i.test(text)) return 'GK';
  if (/back|defen[cs]e|defender/i.test(text)) return 'DEF';
  if (/midfield/i.test(text)) return 'MID';
  return /wing|forward|offen[cs]e|attack|striker/i.test(text) ? 'FWD' : 'OTH';
}
