import type { MatchEventType } from '#domain/matches/match-details.ts';
import type { FeedLineup, FeedLineupPlayer, FeedMatchEvent, LineupsUpdate } from '#server/modules/match-data/import/feed.ts';
import type { EventRow, LineupRow } from './formats.ts';

const SHOOT_OUT = /penalty shootout/i;

const TYPES: [type: RegExp, detail: RegExp, MatchEventType][] = [
  [/^goal$/i, /missed penalty/i, 'missed_penalty'],
  [/^goal$/i, /penalty/i, 'penalty'],
  [/^goal$/i, /own goal/i, 'own_goal'],
  [/^goal$/i, /normal goal/i, 'goal'],
  [/^card$/i, /second yellow/i, 'second_yellow'],
  [/^card$/i, /yellow/i, 'yellow'],
  [/^card$/i, /red/i, 'red'],
  [/^subst$/i, /./, 'substitution'],
  [/^var$/i, /./, 'var'],
];

/**
 * Returns a match's events in order. The provider sends the kicks of a shoot-out as goals in minute 120 whose "extra" counts the
 * kicks; they become penalties of the shoot-out, not goals of the match. Unknown kinds are left out.
 *
 * The provider's events have no ids: the n-th event of one kind by one player is the same event, even if its minute changes.
 */
export function toEvents(rows: EventRow[], homeId: number): FeedMatchEvent[] {
  const times = new Map<string, number>();
  return rows
    .map((row) => ({ row, type: typeOf(row), isKick: SHOOT_OUT.test(row.comments ?? '') }))
    .filter((one): one is Told => one.type !== null)
    .sort((a, b) => orderOf(a) - orderOf(b))
    .map((told) => {
      const who = `${told.isKick ? 'kick' : told.type}:${told.row.team.id}:${told.row.player?.id ?? told.row.player?.name ?? '?'}`;
      const time = (times.get(who) ?? 0) + 1;
      times.set(who, time);
      return toEvent(`${who}:${time}`, told, homeId);
    });
}

interface Told {
  row: EventRow;
  type: MatchEventType;
  isKick: boolean;
}

const typeOf = ({ type, detail }: EventRow): MatchEventType | null =>
  TYPES.find(([ofType, ofDetail]) => ofType.test(type) && ofDetail.test(detail ?? ''))?.[2] ?? null;

/** Orders by minute, within a minute as received; kicks of a shoot-out come last. */
const orderOf = ({ row: { time }, isKick }: Told): number => (isKick ? 1_000_000 : 0) + time.elapsed * 1000 + (time.extra ?? 0);

function toEvent(id: string, { row, type, isKick }: Told, homeId: number): FeedMatchEvent {
  // The provider has sent minute -1 before a kick-off, and minutes beyond 120 in shoot-outs.
  const minute = Math.min(Math.max(row.time.elapsed, 1), 120);
  const extra = row.time.extra ?? 0;
  return {
    id: id.slice(0, 100),
    type,
    side: row.team.id === homeId ? 'home' : 'away',
    period: isKick ? 'P' : periodOf(minute),
    minute: isKick ? 120 : minute,
    stoppage: isKick || extra < 1 ? null : extra,
    player: row.player?.name?.trim() || null,
    other: type === 'goal' || type === 'substitution' ? row.assist?.name?.trim() || null : null,
    detail: type === 'var' ? row.detail?.trim() || null : null,
  };
}

function periodOf(minute: number): FeedMatchEvent['period'] {
  if (minute <= 45) return 'H1';
  return minute <= 90 ? 'H2' : 'ET';
}

/** Returns both line-ups of a match; null until both contain their starters. */
export function toLineups(matchId: string, rows: LineupRow[], homeId: number): LineupsUpdate | null {
  const home = rows.find(({ team }) => team.id === homeId);
  const away = rows.find(({ team }) => team.id !== homeId);
  if (!home?.startXI?.length || !away?.startXI?.length) return null;
  return { kind: 'lineups', matchId, home: toLineup(home), away: toLineup(away) };
}

const toLineup = ({ formation, coach, startXI, substitutes }: LineupRow): FeedLineup => ({
  formation: formation?.trim() || null,
  coach: coach?.name?.trim() || null,
  players: [...(startXI ?? []).flatMap((row) => toPlayer(row, true)), ...(substitutes ?? []).flatMap((row) => toPlayer(row, false))],
});

type PlayerRow = NonNullable<LineupRow['startXI']>[number];

/** Converts a player; players without a name, as in small leagues, are left out. */
function toPlayer({ player: { name, number, pos, grid } }: PlayerRow, starter: boolean): FeedLineupPlayer[] {
  const known = name?.trim();
  if (!known) return [];
  const place = starter && /^\d{1,2}:\d{1,2}$/.test(grid ?? '') ? grid! : null;
  return [{ name: known, number: shirtOf(number), position: positionOf(pos), grid: place, starter }];
}

export const shirtOf = (number: number | null | undefined): number | null =>
  number != null && number >= 0 && number <= 999 ? number : null;

/** Returns the position for "G" (in line-ups) or "Goalkeeper" (in squads). */
export function positionOf(text: string | null | undefined): FeedLineupPlayer['position'] {
  return POSITIONS[text?.trim().charAt(0).toUpperCase() ?? ''] ?? 'OTH';
}

/** Positions by first letter; squads call forwards attackers. */
const POSITIONS: Record<string, FeedLineupPlayer['position']> = { G: 'GK', D: 'DEF', M: 'MID', F: 'FWD', A: 'FWD' };
