import type { LeagueUpdate, TeamUpdate } from '#server/modules/match-data/import/feed.ts';
import { nationsGroup } from '#server/modules/match-data/import/known-competitions.ts';
import { knownRules } from '#server/modules/match-data/import/league-rules.ts';
import { leagueNames, teamNames } from '#server/modules/match-data/import/team-names.ts';
import type { PastSeasons } from '#server/modules/match-data/providers/polled/past-seasons.ts';
import { countryCodeOf, seasonName } from '#server/modules/match-data/providers/polled/readings.ts';
import type { CompetitionRow, MatchRow, Season, TeamRow } from './formats.ts';

/** A competition's data stored between requests. */
export interface Competition {
  /** The provider's number. */
  id: number;
  name: string;
  countryCode: string | null;
  isCup: boolean;
  /** The year in which the current season begins, by which the provider is asked for it. */
  year: number;
  /** The season in its usual form: "2025/26" or "2026". */
  season: string;
}

export const yearOf = ({ startDate }: Season): number => Number(startDate.slice(0, 4));
export const seasonOf = (season: Season): string => seasonName(yearOf(season), season.startDate, season.endDate);

/** Returns a competition with its current season; null if the provider names none. */
export function competitionOf({ id, name, type, area, currentSeason }: CompetitionRow): Competition | null {
  if (!currentSeason) return null;
  return {
    id,
    name,
    countryCode: countryOf(area),
    isCup: type !== 'LEAGUE',
    year: yearOf(currentSeason),
    season: seasonOf(currentSeason),
  };
}

/** Returns the seasons before the current one, newest first. */
export const pastSeasons = ({ seasons }: CompetitionRow, { year: current }: Competition): PastSeasons['seasons'] =>
  seasons
    .filter((season) => yearOf(season) < current)
    .sort((a, b) => yearOf(b) - yearOf(a))
    .map((season) => ({ id: String(yearOf(season)), name: seasonOf(season) }));

/** The provider's codes of areas have three letters ("ENG", "GER"), and continents are areas, too: the name says it. */
const countryOf = ({ name }: { name: string }): string | null => countryCodeOf(name, null);

/** Returns the update of a competition in its current season, or beside it in an earlier one. */
export function leagueUpdate(competition: Competition, season = competition.season): LeagueUpdate {
  const { id, name, countryCode, isCup } = competition;
  const rules = knownRules(name, countryCode, season);
  const ratingGroup = nationsGroup(name, countryCode);
  return {
    kind: 'league',
    id: String(id),
    sport: 'football',
    name,
    names: leagueNames(name, countryCode) ?? {},
    countryCode,
    season,
    ...(season !== competition.season && { keepsLaterSeason: true }),
    form: isCup ? 'cup' : 'league',
    drawPossible: true,
    ...(rules && { rules }),
    ...(ratingGroup && { ratingGroup }),
  };
}

/** Returns the update of a team from a competition's list, or from a match, which says nothing of its country. */
export function teamUpdate({ id, name, shortName, tla, area }: TeamRow, league: Competition | undefined): TeamUpdate {
  const countryCode = area ? countryOf(area) : league && !league.isCup ? league.countryCode : null;
  const known = teamNames(name, countryCode);
  const others = [shortName?.trim(), ...(known?.aliases ?? [])].filter((other) => other && other !== name) as string[];
  return {
    kind: 'team',
    id: String(id),
    sport: 'football',
    name,
    ...(tla?.trim() && { shortName: tla.trim().slice(0, 20) }),
    countryCode,
    ...known,
    ...(others.length > 0 && { aliases: [...new Set(others)] }),
  };
}

/** Returns the teams of a match that are in no list of teams, such as those of an earlier season. Undecided teams have no id. */
export const teamsOf = ({ homeTeam, awayTeam }: MatchRow): TeamRow[] =>
  [homeTeam, awayTeam].flatMap(({ id, name, shortName, tla }) => (id == null || name == null ? [] : [{ id, name, shortName, tla }]));

const STAGES: Record<string, string> = {
  FINAL: 'Final',
  THIRD_PLACE: 'Match for third place',
  SEMI_FINALS: 'Semi-finals',
  QUARTER_FINALS: 'Quarter-finals',
  LAST_16: 'Round of 16',
  LAST_32: 'Round of 32',
  LAST_64: 'Round of 64',
  LEAGUE_STAGE: 'League phase',
  PLAYOFFS: 'Play-offs',
  PRELIMINARY_ROUND: 'Preliminary round',
};
/** Stages in which a matchday is a round of its own. */
const WITH_MATCHDAYS = ['GROUP_STAGE', 'LEAGUE_STAGE', 'APERTURA', 'CLAUSURA', 'CHAMPIONSHIP', 'RELEGATION'];

/** Returns the name of a match's round: "Round 27", "Group A, Matchday 3", "Round of 16". */
export function roundOf({ stage, group, matchday }: MatchRow): string {
  const number = matchday != null && matchday > 0 ? matchday : null;
  if (stage == null || stage === 'REGULAR_SEASON') return number === null ? 'Season' : `Round ${number}`;
  const name = groupOf({ stage, group }) ?? STAGES[stage] ?? spelledOut(stage);
  return number !== null && WITH_MATCHDAYS.includes(stage) ? `${name}, Matchday ${number}` : name;
}

/** Returns the group whose table a match counts for; a league phase is one table of a cup. */
export function groupOf({ stage, group }: Pick<MatchRow, 'stage' | 'group'>): string | null {
  const [, letter] = /^GROUP[_ ](\w{1,3})$/i.exec(group ?? '') ?? [];
  if (letter !== undefined) return `Group ${letter.toUpperCase()}`;
  return stage === 'LEAGUE_STAGE' ? STAGES[stage]! : null;
}

/** Converts "QUALIFICATION_ROUND_2" to "Qualification round 2". */
const spelledOut = (stage: string): string => {
  const words = stage.toLowerCase().replaceAll('_', ' ').trim();
  return words === '' ? 'Season' : words.charAt(0).toUpperCase() + words.slice(1);
};
