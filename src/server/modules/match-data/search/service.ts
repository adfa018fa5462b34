import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { SEARCH_LENGTH_MAX, type SearchHit, type search } from '#contract/search.ts';
import { readWanted } from '#domain/matches/name-rank.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { type LeagueRow, leagueRef, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import type { createNameIndexCache } from './known-names.ts';
import { findLeagueHits, findTeamHits, type TeamHitRow } from './queries.ts';

/** Returns teams and leagues that match a query, the best first; an empty query finds nothing. */
export async function find(
  { db }: Pick<Deps, 'db'>,
  knownNames: ReturnType<typeof createNameIndexCache>,
  { q, sport, limit }: ParsedInputOf<typeof search>,
): Promise<ReplyOf<typeof search>> {
  const wanted = readWanted(q, SEARCH_LENGTH_MAX);
  if (wanted === null || wanted.text === '') return { items: [] };
  const { index, isNear } = await knownNames();
  const found = index.find(wanted, { sport, isNear, limit });
  const idsOf = (kind: SearchHit['kind']) => found.filter((entry) => entry.kind === kind).map(({ id }) => id);
  // The displayed data is read from the database, because the index may be two seconds behind.
  const [teams, leagues] = await Promise.all([findTeamHits(db, idsOf('team')), findLeagueHits(db, idsOf('league'))]);
  return {
    items: found.flatMap(({ kind, id }) => {
      const hit = kind === 'team' ? teamHit(teams.get(id)) : leagueHit(leagues.get(id));
      return hit ? [hit] : [];
    }),
  };
}

const leagueHit = (row: LeagueRow | undefined): SearchHit | undefined => row && { kind: 'league', league: leagueRef(row) };

const teamHit = (row: TeamHitRow | undefined): SearchHit | undefined =>
  row && {
    kind: 'team',
    team: teamRef(row),
    sport: row.sport as Sport,
    country_code: row.country_code,
    league: row.league && leagueRef(row.league),
  };
