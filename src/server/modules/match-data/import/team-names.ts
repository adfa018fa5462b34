import { coreOf, folded } from '#domain/folding.ts';
import { CLUB_NAMES } from './club-names.ts';
import { COUNTRY_NAMES } from './country-names.ts';
import type { Names } from './feed.ts';
import { LEAGUE_NAMES } from './league-names.ts';

/** What is known of the names of a team or league; feeds that have no names but one are given the rest from here. */
export interface WorldNames {
  shortName?: string;
  names: Names;
  aliases: string[];
}

export interface KnownNames extends WorldNames {
  /** ISO 3166 alpha-2, a home nation, or null for a competition of several countries. */
  countryCode: string | null;
  /** Under which feeds tell of it, the usual one first. */
  told: string[];
}

const listed = (text = '', separator = ','): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A line of a table; a country's code stands before a name, or on a line of its own before its names. */
function readTable(table: string): KnownNames[] {
  const known: KnownNames[] = [];
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

/** Feeds write "FC" or leave it out. */
const keyOf = (name: string): string => coreOf(folded(name));

type Table = ReadonlyMap<string, KnownNames[]>;

function byName(known: readonly KnownNames[]): Table {
  const table = new Map<string, KnownNames[]>();
  for (const one of known) {
    for (const key of new Set(one.told.map(keyOf))) table.set(key, [...(table.get(key) ?? []), one]);
  }
  return table;
}

const TEAMS = byName([...KNOWN_CLUBS, ...KNOWN_COUNTRIES]);
const LEAGUES = byName(KNOWN_LEAGUES);

/** The one with this name; of the same country where the feed says which: there is an Everton in Chile. */
function find(table: Table, name: string, countryCode: string | null): KnownNames | undefined {
  const called = table.get(keyOf(name)) ?? [];
  return countryCode === null ? called[0] : called.find((one) => one.countryCode === countryCode);
}

const withoutName = (known: KnownNames | undefined, name: string): WorldNames | undefined => {
  if (!known) return undefined;
  const { shortName, names, aliases, told } = known;
  return { ...(shortName && { shortName }), names, aliases: [...told.filter((other) => other !== name), ...aliases] };
};

/** A team's other names, by the name that a feed tells; undefined for those that are not known here. */
export const teamNames = (name: string, countryCode: string | null): WorldNames | undefined =>
  withoutName(find(TEAMS, name, countryCode), name);

/** A league's other names; its aliases are not kept with it, see leagueAliases. */
export function leagueNames(name: string, countryCode: string | null): Names | undefined {
  return findLeague(name, countryCode)?.names;
}

/** What else a league is called by whoever looks for it. */
export function leagueAliases(name: string, countryCode: string | null): string[] {
  const known = findLeague(name, countryCode);
  return withoutName(known, name)?.aliases ?? [];
}

/** Unlike a team's, a league's name means something else in every country: without one it is that of none. */
const findLeague = (name: string, countryCode: string | null): KnownNames | undefined =>
  LEAGUES.get(keyOf(name))?.find((one) => one.countryCode === countryCode);
