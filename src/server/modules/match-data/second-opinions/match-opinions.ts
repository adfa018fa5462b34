import { SPORTS } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type Candidate, findMatch, type ToldMatch, windowMs } from './find-match.ts';
import { type NamedTeam, teamKeys } from './name-keys.ts';
import { type CandidateRow, findCandidates, type KnownOpinion } from './queries.ts';
import { withEnd } from './take-opinions.ts';
import type { FeedView } from './view.ts';

/** Opinions are matched from this far before their kick-off: earlier, dates are not settled. */
const AHEAD_MS = 8 * DAY_MS;
const BACK_MS = 4 * DAY_MS;

export const isSoon = ({ kickoff_at }: { kickoff_at: Date | null }, now: Date): boolean =>
  kickoff_at !== null && kickoff_at.getTime() > now.getTime() - BACK_MS && kickoff_at.getTime() < now.getTime() + AHEAD_MS;

/** Finds our matches for opinions; returns the ids of those of which something changed. */
export async function matchOpinions(db: Db, view: FeedView, feed: string, ids: Iterable<string>, now: Date): Promise<string[]> {
  const wanted = [...ids].flatMap((id) => view.opinions.get(id) ?? []).filter((row) => row.match_id === null && isSoon(row, now));
  const changed: string[] = [];
  for (const sport of SPORTS) {
    const ofSport = wanted.filter((row) => row.sport === sport);
    const times = ofSport.map(({ kickoff_at }) => kickoff_at!.getTime());
    if (times.length === 0) continue;
    const [from, until] = [Math.min(...times) - windowMs(sport), Math.max(...times) + windowMs(sport)];
    const rows = await findCandidates(db, feed, sport, new Date(from), new Date(until));
    const candidates = candidatesOf(rows);
    for (const row of ofSport) {
      const next = found(view, row, candidates, rows);
      if (next.match_id === row.match_id && next.unmatched === row.unmatched) continue;
      view.opinions.set(row.feed_id, next);
      changed.push(row.feed_id);
    }
  }
  return changed;
}

function found(view: FeedView, row: KnownOpinion, candidates: readonly Candidate[], rows: readonly CandidateRow[]): KnownOpinion {
  const told = toldMatch(view, row);
  const match = told === null ? 'no_match' : findMatch(told, candidates);
  if (typeof match === 'string') return { ...row, unmatched: match };
  // Of two matches of a provider that would be one of ours, neither is known to be it.
  const isTaken = [...view.opinions.values()].some((other) => other.match_id === match.matchId && other.feed_id !== row.feed_id);
  if (isTaken) return { ...row, unmatched: 'ambiguous' };
  const { settles_on, kickoff_at: match_kickoff_at } = rows.find(({ match_id }) => match_id === match.matchId)!;
  const ids = { match_id: match.matchId, home_team_id: match.homeTeamId, away_team_id: match.awayTeamId };
  const known = { ...ids, unmatched: null, settles_on, match_kickoff_at };
  // Which score settles is known only now.
  const { status, score, seen_at } = row;
  return withEnd({ ...row, ...known }, { status, score, seen_at });
}

/** Returns a match as a provider tells it; null if its teams or its date are unknown. */
export function toldMatch(
  view: FeedView,
  row: Pick<KnownOpinion, 'sport' | 'kickoff_at' | 'feed_home_id' | 'feed_away_id' | 'feed_league_id'>,
): ToldMatch | null {
  const [home, away] = [view.teams.get(row.feed_home_id), view.teams.get(row.feed_away_id)];
  if (home === undefined || away === undefined || row.kickoff_at === null) return null;
  const leagueId = view.leagues.get(row.feed_league_id)?.leagueId ?? null;
  return { sport: row.sport, kickoffMs: row.kickoff_at.getTime(), home: teamKeys(home), away: teamKeys(away), leagueId };
}

export function candidatesOf(rows: readonly CandidateRow[]): Candidate[] {
  const keys = new Map<number, ReadonlySet<string>>();
  const keysOf = (id: number, team: NamedTeam) => {
    const known = keys.get(id) ?? teamKeys(team);
    keys.set(id, known);
    return known;
  };
  return rows.map((row) => ({
    matchId: row.match_id,
    leagueId: row.league_id,
    kickoffMs: row.kickoff_at.getTime(),
    homeTeamId: row.home_team_id,
    awayTeamId: row.away_team_id,
    home: keysOf(row.home_team_id, row.home),
    away: keysOf(row.away_team_id, row.away),
  }));
}
