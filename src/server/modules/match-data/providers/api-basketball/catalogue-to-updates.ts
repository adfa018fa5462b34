import { DAY_MS } from '#domain/time.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { countryCodeOf } from '#server/modules/match-data/providers/api-sports/names.ts';
import type { LeagueRow, SeasonRow, TeamRow } from './formats.ts';

/** The games of a season are of interest this long before it begins. */
const AHEAD_MS = 30 * DAY_MS;

/** The season that is played, or the last one; the provider marks none. Null where none has begun or is about to. */
export function currentSeason({ seasons }: LeagueRow, now: Date): SeasonRow | null {
  const soon = new Date(now.getTime() + AHEAD_MS).toISOString().slice(0, 10);
  const begun = seasons.filter(({ start }) => start != null && start <= soon);
  return begun.sort((a, b) => a.start!.localeCompare(b.start!)).at(-1) ?? null;
}

/** "2021-2022" is "2021/22", as the world writes it. */
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

/** Teams as a league's list has them, or as a game names them, without a country. */
export const teamUpdate = ({ id, name, country }: TeamRow): FeedUpdate => ({
  kind: 'team',
  id: String(id),
  sport: 'basketball',
  name,
  countryCode: country ? countryCodeOf(country.name, country.code) : null,
});
