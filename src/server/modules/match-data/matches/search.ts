import { foldedNames, NAME_RANK, type Named, nameRank, type Wanted } from '#domain/name-rank.ts';
import { leagueAliases } from '#server/modules/match-data/import/team-names.ts';

interface TeamNames {
  id: number;
  name: string;
  short_name: string | null;
  names: unknown;
  aliases: string[];
}

interface LeagueNames {
  id: number;
  name: string;
  country_code: string | null;
  names: unknown;
}

/**
 * Which leagues and teams of a day are called as somebody wants, by the same names as /api/search looks at. A slip of the keyboard
 * is forgiven only where nothing is called so without one: a list of matches does not say which is the better answer.
 */
export function calledAs(
  wanted: Wanted,
  leagues: readonly LeagueNames[],
  teams: readonly TeamNames[],
): { leagueIds: number[]; teamIds: number[] } {
  const found = {
    leagueIds: ranked(
      wanted,
      leagues.map((league) => ({ ...league, aliases: leagueAliases(league.name, league.country_code) })),
    ),
    teamIds: ranked(wanted, teams),
  };
  const worst = [...found.leagueIds, ...found.teamIds].some(({ rank }) => rank < NAME_RANK.slip)
    ? NAME_RANK.slip
    : Number.POSITIVE_INFINITY;
  const idsOf = (ranks: typeof found.teamIds) => ranks.filter(({ rank }) => rank < worst).map(({ id }) => id);
  return { leagueIds: idsOf(found.leagueIds), teamIds: idsOf(found.teamIds) };
}

function ranked(wanted: Wanted, candidates: readonly (Omit<Named, 'names'> & { id: number; names: unknown })[]) {
  return candidates.flatMap(({ id, names, ...named }) => {
    const answer = nameRank(wanted, foldedNames({ ...named, names: names as Named['names'] }));
    return answer === null ? [] : [{ id, rank: answer.rank }];
  });
}
