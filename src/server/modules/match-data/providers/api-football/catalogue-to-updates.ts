import type { FeedUpdate, SquadUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import { countryCodeOf, seasonName } from '#server/modules/match-data/providers/api-sports/names.ts';
import type { LeagueRow, SquadRow, TeamRow } from './formats.ts';
import { positionOf, shirtOf } from './lineups-to-updates.ts';

/** What is kept of a league between requests. */
export interface FollowedLeague {
  /** The provider's season: the year in which it begins. */
  year: number;
  /** As the world writes it: "2025/26" or "2026". */
  season: string;
  country: string;
  countryCode: string | null;
  isCup: boolean;
  /** Whether the provider has odds of it. */
  hasOdds: boolean;
}

/** A league's current season; null where the provider names none. */
export function followedLeague({ league, country, seasons }: LeagueRow): FollowedLeague | null {
  const current = seasons.findLast((season) => season.current) ?? null;
  if (current === null) return null;
  return {
    year: current.year,
    season: seasonName(current.year, current.start, current.end),
    country: country.name,
    countryCode: countryCodeOf(country.name, country.code),
    isCup: league.type.toLowerCase() === 'cup',
    hasOdds: current.coverage?.odds !== false,
  };
}

/** What the season of a year is called in a league whose current season is known. */
export function seasonOf(league: FollowedLeague | undefined, year: number): string {
  if (league?.year === year) return league.season;
  return league?.season.includes('/') ? seasonName(year, `${year}`, `${year + 1}`) : String(year);
}

export function leagueUpdate({ league: { id, name } }: LeagueRow, { season, countryCode, isCup }: FollowedLeague): FeedUpdate {
  const rules = knownRules(name, countryCode, season);
  return {
    kind: 'league',
    id: String(id),
    sport: 'football',
    name,
    names: leagueNames(name, countryCode) ?? {},
    countryCode,
    season,
    form: isCup ? 'cup' : 'league',
    drawPossible: true,
    ...(rules && { rules }),
  };
}

/** Teams as a league's list has them, or as a fixture names them, without anything else. */
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

/** The provider names no coach with a squad, and some players twice. */
export function squadUpdate({ team, players }: SquadRow): SquadUpdate {
  const named = players.flatMap(({ name, number, position }) => {
    const known = name?.trim();
    return known ? [{ name: known, number: shirtOf(number), position: positionOf(position) }] : [];
  });
  const once = [...new Map(named.map((player) => [`${player.number} ${player.name}`, player])).values()];
  return { kind: 'squad', teamId: String(team.id), coach: null, players: once.slice(0, SQUAD_MAX) };
}

const SQUAD_MAX = 60;
