import { coreOf, folded } from '#domain/chat/folding.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Names } from './feed.ts';
import { BASKETBALL_LEAGUE_NAMES, LEAGUE_NAMES } from './known-league-names.ts';
import { CLUB_NAMES, COUNTRY_NAMES } from './known-names.ts';
import { NBA_TEAM_NAMES } from './known-nba-teams.ts';

/** The known names of a team or league, added to data from feeds that send only one name. */
export interface WorldNames {
  shortName?: string;
  names: Names;
  aliases: string[];
}

export interface NameIndexCache extends WorldNames {
  /** ISO 3166 alpha-2, a home nation, or null for a competition of several countries. */
  countryCode: string | null;
  /** The names used by feeds, the usual one first. */
  told: string[];
}

const listed = (text = '', separator = ','): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses a table; a country's code is before a name, or on its own line before the country's names. */
function readTable(table: string): NameIndexCache[] {
  const known: NameIndexCache[] = [];
  let country = '';
  for (const line of listed(table, '\n')) {
    const [, code, rest] = /^(?:([a-z-]+): ?)?(.*)$/.exec(line)!;
    const [told, short, aliases, chinese, vietnamese] = rest!.split('|');
    if (chinese === undefined) {
      country = line;
      continue;
    }
    const [zh, ...alsoChinese] = listed(chinese);
    const [vi, ...alsoVietnamese] = listed(vietnamese);
    const countryCode = code ?? country;
    known.push({
      countryCode: countryCode === '-' ? null : countryCode,
      told: listed(told, ';'),
      ...(short?.trim() && { shortName: short.trim() }),
      names: { ...(zh && { 'zh-CN': zh }), ...(vi && { vi }) },
      aliases: [...listed(aliases), ...alsoChinese, ...alsoVietnamese],
    });
  }
  return known;
}

export const KNOWN_CLUBS = readTable(CLUB_NAMES);
export const KNOWN_COUNTRIES = readTable(COUNTRY_NAMES);
export const KNOWN_LEAGUES = readTable(LEAGUE_NAMES);

/** Normalizes a name: feeds write "FC" or leave it out. */
const keyOf = (name: string): string => coreOf(folded(name));

type Table = ReadonlyMap<string, NameIndexCache[]>;

function byName(known: readonly NameIndexCache[]): Table {
  const table = new Map<string, NameIndexCache[]>();
  for (const one of known) {
    for (const key of new Set(one.told.map(keyOf))) table.set(key, [...(table.get(key) ?? []), one]);
  }
  return table;
}

/** By sport, because a basketball team or league may be called like one of football. */
const TEAMS: Partial<Record<Sport, Table>> = {
  football: byName([...KNOWN_CLUBS, ...KNOWN_COUNTRIES]),
  basketball: byName(readTable(NBA_TEAM_NAMES)),
};
const LEAGUES: Partial<Record<Sport, Table>> = {
  football: byName(KNOWN_LEAGUES),
  basketball: byName(readTable(BASKETBALL_LEAGUE_NAMES)),
};

/** Returns the entries with this name. Those with exactly this one come first: without its "AFC", Asia's Champions League is Europe's. */
function entries(table: Table | undefined, name: string): NameIndexCache[] {
  const exact = folded(name);
  const isExact = ({ told }: NameIndexCache) => told.some((one) => folded(one) === exact);
  return (table?.get(keyOf(name)) ?? []).toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)));
}

/** Finds a team, in the given country if there is one: there is an Everton in Chile, too. */
function findTeam(name: string, countryCode: string | null, sport: Sport): NameIndexCache | undefined {
  const called = entries(TEAMS[sport], name);
  return countryCode === null ? called[0] : called.find((one) => one.countryCode === countryCode);
}

const withoutName = (known: NameIndexCache | undefined, name: string): WorldNames | undefined => {
  if (!known) return undefined;
  const { shortName, names, aliases, told } = known;
  return { ...(shortName && { shortName }), names, aliases: [...told.filter((other) => other !== name), ...aliases] };
};

/** Returns a team's other names by the name a feed uses; undefined for unknown teams. */
export const teamNames = (name: string, countryCode: string | null, sport: Sport = 'football'): WorldNames | undefined =>
  withoutName(findTeam(name, countryCode, sport), name);

/** Returns a league's other names, without its aliases, for which see leagueAliases. */
export function leagueNames(name: string, countryCode: string | null, sport: Sport = 'football'): Names | undefined {
  return findLeague(name, countryCode, sport)?.names;
}

/** Returns other names under which a league is searched for. */
export function leagueAliases(name: string, countryCode: string | null, sport: Sport = 'football'): string[] {
  const known = findLeague(name, countryCode, sport);
  return withoutName(known, name)?.aliases ?? [];
}

/** Returns the usual name of a league by any of its known names; undefined for unknown leagues. */
export const knownLeagueName = (name: string, countryCode: string | null, sport: Sport): string | undefined =>
  findLeague(name, countryCode, sport)?.told[0];

/** Finds a league. Unlike a team's, a league's name is ambiguous between countries, so a missing country only matches international leagues. */
const findLeague = (name: string, countryCode: string | null, sport: Sport): NameIndexCache | undefined =>
  entries(LEAGUES[sport], name).find((one) => one.countryCode === countryCode);
