import { DAY_MS } from '#domain/time.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { countryCodeOf } from '#server/modules/match-data/providers/api-sports/names.ts';
import type { LeagueRow, SeasonRow, TeamRow } from './formats.ts';

/** How long before its beginning a season is followed. */
const AHEAD_MS = 30 * DAY_MS;

/** Returns the present season or the last one, because the provider marks none as current. Null if none has begun or is about to. */
export function currentSeason({ seasons }: LeagueRow, now: Date): SeasonRow | null {
  const soon = new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, 10);
  const begun = seasons.filter(({ start }) => start != null && start <= soon);
  return begun.sort((a, b) => a.start!.localeCompare(b.start!)).at(-1) ?? null;
}

/** Converts "2021-2022" to the usual form "2021/22". */
export const seasonOf = (season: string): string => season.replace(/^(\d{4})-\d\d(\d\d)$/, '$1/$2');

export function leagueUpdate({ id, name, type, country }: LeagueRow, season: string): FeedUpdate {
  return {
    kind: 'league',
    id: String(id),
    sport: 'basketball',
    name,
    countryCode: countryCodeOf(country.name, country.code),
    season: seasonOf(season),
    form: type.toLowerCase() === 'cup' ? 'cup' : 'league',
    drawPossible: false,
  };
}

/** Returns the update of a team from a league's list, or from a game, which has no country. */
export const teamUpdate = ({ id, name, country }: TeamRow): FeedUpdate => ({
  kind: 'team',
  id: String(id),
  sport: 'basketball',
  name,
  countryCode: country ? countryCodeOf(country.name, country.code) : null,
});
