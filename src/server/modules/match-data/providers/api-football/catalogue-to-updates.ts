import type { LeagueUpdate, SquadUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import { nationsGroup } from '#server/modules/match-data/import/known-competitions.ts';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import type { PastSeasons } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import { countryCodeOf, seasonName } from '#server/modules/match-data/providers/polled/readings.ts';
import { positionOf, shirtOf } from './details-to-updates.ts';
import type { LeagueRow, SquadRow, TeamRow } from './formats.ts';

/** A league's data stored between requests. */
export interface FollowedLeague {
  name: string;
  /** The provider's season: the year in which it begins. */
  year: number;
  /** The season in its usual form: "2025/26" or "2026". */
  season: string;
  country: string;
  countryCode: string | null;
  isCup: boolean;
  /** Whether the provider has odds for the league. */
  hasOdds: boolean;
  /** Whether the provider has injuries and suspensions, and ratings; absent: unknown. */
  hasInjuries?: boolean | undefined;
  hasRatings?: boolean | undefined;
}

/** Returns a league's current season; null if the provider marks none. */
export function followedLeague({ league, country, seasons }: LeagueRow): FollowedLeague | null {
  const current = seasons.findLast((season) => season.current) ?? null;
  if (current === null) return null;
  return {
    name: league.name,
    year: current.year,
    season: seasonName(current.year, current.start, current.end),
    country: country.name,
    countryCode: countryCodeOf(country.name, country.code),
    isCup: league.type.toLowerCase() === 'cup',
    hasOdds: current.coverage?.odds !== false,
    hasInjuries: current.coverage?.injuries !== false,
    hasRatings: current.coverage?.fixtures?.statistics_players !== false,
  };
}

/** Returns the seasons before a league's current one, newest first. */
export const pastSeasons = ({ seasons }: LeagueRow, { year: current }: FollowedLeague): PastSeasons['seasons'] =>
  seasons
    .filter(({ year }) => year < current)
    .sort((a, b) => b.year - a.year)
    .map(({ year, start, end }) => ({ id: String(year), name: seasonName(year, start, end) }));

/** Returns the name of the season that begins in a year, for a league whose current season is known. */
export function seasonOf(league: FollowedLeague | undefined, year: number): string {
  if (league?.year === year) return league.season;
  return league?.season.includes('/') ? seasonName(year, `${year}`, `${year + 1}`) : String(year);
}

/** Returns the update of a league with its current season, or with an earlier one, which does not become the current one. */
export function leagueUpdate(id: string, { name, countryCode, isCup, season: current }: FollowedLeague, season = current): LeagueUpdate {
  const rules = knownRules(name, countryCode, season);
  const ratingGroup = nationsGroup(name, countryCode);
  return {
    kind: 'league',
    id,
    sport: 'football',
    name,
    names: leagueNames(name, countryCode) ?? {},
    countryCode,
    season,
    ...(season !== current && { keepsLaterSeason: true }),
    form: isCup ? 'cup' : 'league',
    drawPossible: true,
    ...(rules && { rules }),
    ...(ratingGroup && { ratingGroup }),
  };
}

/** Returns the update of a team from a league's list, or from a fixture, which contains only its name. */
export function teamUpdate({ team: { id, name, code, country } }: TeamRow, league: FollowedLeague | undefined): TeamUpdate {
  const countryCode = league && country === league.country ? league.countryCode : country ? countryCodeOf(country, null) : null;
  const known = teamNames(name, countryCode);
  return {
    kind: 'team',
    id: String(id),
    sport: 'football',
    name,
    ...(code?.trim() && { shortName: code.trim().slice(0, 20) }),
    countryCode,
    ...known,
  };
}

/** Returns the update of a squad. The provider sends no coach with a squad, and some players twice. */
export function squadUpdate({ team, players }: SquadRow): SquadUpdate {
  const named = players.flatMap(({ name, number, position }) => {
    const known = name?.trim();
    return known ? [{ name: known, number: shirtOf(number), position: positionOf(position) }] : [];
  });
  const once = [...new Map(named.map((player) => [`${player.number} ${player.name}`, player])).values()];
  return { kind: 'squad', teamId: String(team.id), coach: null, players: once.slice(0, SQUAD_MAX) };
}

const SQUAD_MAX = 60;
