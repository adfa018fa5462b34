import { coreOf, folded, foldings } from '#domain/chat/folding.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { knownLeagueName, teamNames } from '#server/modules/match-data/import/team-names.ts';

/** Names by which providers call a team, in the form in which they are compared. */
export interface NamedTeam {
  sport: Sport;
  name: string;
  shortName: string | null;
  aliases: readonly string[];
  countryCode: string | null;
}

/** Returns the forms of a team's names: two teams that share one may be the same team. */
export function teamKeys({ sport, name, shortName, aliases, countryCode }: NamedTeam): Set<string> {
  const known = teamNames(name, countryCode, sport);
  const names = [name, shortName ?? '', ...aliases, known?.shortName ?? '', ...(known?.aliases ?? [])];
  const keys = names.flatMap(foldings).map(coreOf);
  return new Set((sport === 'tennis' ? [...keys, ...foldings(name).flatMap(playerKeys)] : keys).filter((key) => key !== ''));
}

/** Returns how a player is written with an initial: "Jannik Sinner", "J. Sinner" and "Sinner J." are "j sinner". */
function playerKeys(key: string): string[] {
  const words = key.split(' ');
  if (words.length < 2) return [];
  const isInitialLast = words.at(-1)!.length === 1;
  const [first, ...family] = isInitialLast ? [words.at(-1)!, ...words.slice(0, -1)] : words;
  return [`${first![0]} ${family.join(' ')}`];
}

export interface NamedLeague {
  sport: Sport;
  name: string;
  countryCode: string | null;
}

/** Returns the form of a league's name: leagues of two providers with the same one are one league. */
export function leagueKey({ sport, name, countryCode }: NamedLeague): string {
  return [sport, countryCode ?? '-', folded(knownLeagueName(name, countryCode, sport) ?? name)].join(' ');
}
