import { sql } from 'kysely';
import type { MatchScore, Score, SettlementRule } from '#domain/matches/score.ts';
import type { FixtureUpdate } from '#server/modules/match-data/import/feed.ts';
import { PROVIDER_NAMES } from '#server/modules/match-data/import/feed-settings.ts';
import type { ImportDeps } from '#server/modules/match-data/import/importer.ts';
import type { MatchRow } from '#server/modules/match-data/import/match-row.ts';
import { scoreOf } from '#server/modules/match-data/import/match-row.ts';
import { findIds, lockImport } from '#server/modules/match-data/import/queries.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';
import { findMatch, hasHalfOf, windowMs } from './find-match.ts';
import { candidatesOf, toldMatch } from './match-opinions.ts';
import { findCandidates, type KnownOpinion, namedBy, writeOpinions } from './queries.ts';
import { withEnd } from './take-opinions.ts';
import type { FeedView } from './view.ts';

/**
 * A provider becomes the source of a league that was another's: our league, teams and matches stay, with everything that refers to them. It
 * takes over match by match, as it tells of them, and only those that both providers tell alike.
 */

/** Makes a league of ours a provider's own. */
export async function adoptLeague(deps: ImportDeps, feed: string, feedId: string, leagueId: number): Promise<void> {
  await transact(deps.db, async (db) => {
    await lockImport(db);
    await adoptId(db, feed, 'league', feedId, leagueId);
    await deps.confirm?.(db);
  });
}

/** What becomes of a fixture: its match was taken over, is new, or cannot be told from one that another provider tells of. */
export type Succession = { kind: 'adopted'; from: string[] } | { kind: 'new' } | { kind: 'doubtful' };

/** Takes over the match that a fixture means from the providers that told of it before. */
export async function adoptMatch(deps: ImportDeps, view: FeedView, feed: string, update: FixtureUpdate): Promise<Succession> {
  const { id, leagueId: feed_league_id, homeTeamId, awayTeamId, kickoffAt } = update;
  const league = view.leagues.get(feed_league_id);
  if (kickoffAt === null || Number.isNaN(kickoffAt.getTime()) || !league) return { kind: 'new' };
  const { sport } = league.told;
  const told = toldMatch(view, { sport, kickoff_at: kickoffAt, feed_home_id: homeTeamId, feed_away_id: awayTeamId, feed_league_id });
  if (told === null) return { kind: 'new' };
  return await transact(deps.db, async (db): Promise<Succession> => {
    await lockImport(db);
    const spanMs = windowMs(sport);
    const rows = await findCandidates(db, feed, sport, new Date(told.kickoffMs - spanMs), new Date(told.kickoffMs + spanMs));
    const candidates = candidatesOf(rows);
    const match = findMatch(told, candidates);
    if (match === 'no_match') return { kind: hasHalfOf(told, candidates) ? 'doubtful' : 'new' };
    const row = match === 'ambiguous' ? undefined : rows.find(({ match_id }) => match_id === match.matchId)!;
    // Swapped sides would void contests: the source so far keeps the match.
    if (row === undefined || match === 'ambiguous' || match.homeTeamId !== row.home_team_id) return { kind: 'doubtful' };
    const teams = await findIds(db, feed, 'team', [homeTeamId, awayTeamId]);
    const named = await namedBy(db, feed, [row.home_team_id, row.away_team_id]);
    // Two players may share initial and family name: neither id may stand for another team, in either direction.
    const isOther = (feedId: string, teamId: number) => (teams.has(feedId) ? teams.get(feedId) !== teamId : named.has(teamId));
    if (isOther(homeTeamId, row.home_team_id) || isOther(awayTeamId, row.away_team_id)) return { kind: 'doubtful' };
    await adoptId(db, feed, 'team', homeTeamId, row.home_team_id);
    await adoptId(db, feed, 'team', awayTeamId, row.away_team_id);
    const from = await retireSources(db, feed, row.match_id, deps.now());
    await adoptId(db, feed, 'match', id, row.match_id);
    await db.deleteFrom('second_opinions').where('feed', '=', feed).where('match_id', '=', row.match_id).execute();
    await deps.confirm?.(db);
    return { kind: 'adopted', from };
  });
}

const adoptId = (db: Db, feed: string, kind: 'league' | 'team' | 'match', feedId: string, id: number) =>
  sql`insert into feed_ids (feed, kind, feed_id, id) values (${feed}, ${kind}, ${feedId}, ${id}) on conflict do nothing`.execute(db);

type Retired = MatchRow & {
  feed: string;
  feed_id: string;
  feed_league_id: string;
  feed_home_id: string;
  feed_away_id: string;
  settles_on: SettlementRule;
  sport: KnownOpinion['sport'];
};

/** Turns what other providers told of a match into second opinions. Returns these providers. */
async function retireSources(db: Db, feed: string, matchId: number, now: Date): Promise<string[]> {
  const idOf = (kind: 'league' | 'team', column: string) =>
    sql.raw(
      `(select i.feed_id from feed_ids i where i.feed = f.feed and i.kind = '${kind}' and i.id = m.${column} order by i.feed_id limit 1)`,
    );
  const { rows } = await sql<Retired>`
    select m.*, f.feed, f.feed_id, l.settles_on, l.sport, ${idOf('league', 'league_id')} as feed_league_id,
      ${idOf('team', 'home_team_id')} as feed_home_id, ${idOf('team', 'away_team_id')} as feed_away_id
    from feed_ids f join matches m on m.id = f.id join leagues l on l.id = m.league_id
    where f.kind = 'match' and f.id = ${matchId} and f.feed <> ${feed} and f.feed = any(${[...PROVIDER_NAMES]}::text[])`.execute(db);
  for (const row of rows) {
    await writeOpinions(db, row.feed, [opinionOf(row, now)]);
    await sql`delete from feed_ids where feed = ${row.feed} and kind = 'match' and feed_id = ${row.feed_id}`.execute(db);
  }
  return rows.map((row) => row.feed);
}

function opinionOf(row: Retired, now: Date): KnownOpinion {
  const {
    feed_id,
    feed_league_id,
    feed_home_id,
    feed_away_id,
    sport,
    settles_on,
    kickoff_at,
    home_team_id,
    away_team_id,
    status,
    seen_at,
  } = row;
  const played: Score | null = row.fulltime_since === null ? null : row.fulltime;
  const score: MatchScore = { ...scoreOf(row), fulltime: row.fulltime };
  const known: KnownOpinion = {
    ...{ feed_id, feed_league_id, feed_home_id, feed_away_id, sport, settles_on, kickoff_at, home_team_id, away_team_id, status, seen_at },
    ...{ match_id: row.id, unmatched: null, match_kickoff_at: kickoff_at, score, told_at: now },
    ...(played === null ? { ending: null, result: null } : { ending: 'played', result: played }),
  };
  return withEnd(known, { status, score, seen_at });
}
