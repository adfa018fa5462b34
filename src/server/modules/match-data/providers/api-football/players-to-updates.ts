import type { AbsenceKind } from '#domain/matches/match-details.ts';
import type { AbsencesUpdate, RatingsUpdate } from '#server/modules/match-data/import/feed.ts';
import { shirtOf } from './details-to-updates.ts';
import type { InjuryRow, PlayersRow } from './formats.ts';

const SUSPENDED = /\b(cards?|suspen\w+|banned)\b/i;
const INJURED = /\binjur(y|ed|ies)\b/i;

/** Returns why a player misses a match, as far as the provider's words say it. */
export function absenceKind({ type, reason }: InjuryRow['player']): AbsenceKind {
  if (/^questionable$/i.test(type.trim())) return 'doubtful';
  if (SUSPENDED.test(reason ?? '')) return 'suspended';
  return INJURED.test(reason ?? '') ? 'injured' : 'out';
}

const REASON_LENGTH_MAX = 120;

/** Returns the absent players of each of these matches; none for a match without rows. The provider repeats some players. */
export function absencesUpdates(matchIds: readonly string[], rows: readonly InjuryRow[]): AbsencesUpdate[] {
  return matchIds.map((matchId) => {
    const players = rows
      .filter(({ fixture }) => String(fixture.id) === matchId)
      .map(({ player, team }) => ({
        teamId: String(team.id),
        name: player.name,
        kind: absenceKind(player),
        reason: player.reason?.trim().slice(0, REASON_LENGTH_MAX) || null,
      }));
    return { kind: 'absences', matchId, players: [...new Map(players.map((one) => [`${one.teamId} ${one.name}`, one])).values()] };
  });
}

/** Returns the ratings and minutes of the players who played; null if there is no rating. */
export function ratingsUpdate(matchId: string, rows: readonly PlayersRow[]): RatingsUpdate | null {
  const players = rows.flatMap(({ team, players }) =>
    players.flatMap(({ player, statistics: [first] }) => {
      const name = player.name?.trim().slice(0, 120);
      const minutes = minutesOf(first?.games.minutes);
      if (!name || first === undefined || minutes === null) return [];
      return [{ teamId: String(team.id), name, number: shirtOf(first.games.number), minutes, rating: ratingOf(first.games.rating) }];
    }),
  );
  const isRated = players.some(({ rating }) => rating !== null);
  return isRated ? { kind: 'ratings', matchId, source: 'API-Football', players } : null;
}

const minutesOf = (minutes: number | null | undefined): number | null =>
  minutes != null && minutes >= 1 && minutes <= 150 ? minutes : null;

/** Converts "8.2" or 7 to a number with one decimal; null if it is not a rating from 0 to 10. */
export function ratingOf(told: string | number | null | undefined): number | null {
  const text = String(told ?? '').trim();
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text) || Number(text) > 10) return null;
  return Math.round(Number(text) * 10) / 10;
}
