import type { LeagueRef, MatchState, MatchSummary, TeamRef } from '#contract/matches.ts';
import type { V1League, V1Match, V1Team } from '#contract/v1/parts.ts';
import { isFinal, matchGroup } from '#domain/matches/match-status.ts';

export const v1Team = ({ id, name, short_name, names }: TeamRef): V1Team => ({ id, name, short_name, names });

export const v1League = ({ id, sport, name, names, country_code, form }: LeagueRef): V1League => ({
  id,
  sport,
  name,
  names,
  country_code,
  kind: form,
});

type Pair = [number, number] | null;
const pair = (numbers: Pair) => numbers && { home: numbers[0], away: numbers[1] };

function v1Score({ home, away, halftime, fulltime, extratime, penalty, parts = [] }: MatchState['score']): V1Match['score'] {
  return {
    home,
    away,
    half_time: pair(halftime),
    regular_time: pair(fulltime),
    extra_time: pair(extratime),
    shoot_out: pair(penalty),
    parts: parts.map(({ home, away, tiebreak }) => ({ home, away, tie_break: pair(tiebreak ?? null) })),
  };
}

/** Returns who won a match: by an award, its score, or a shoot-out; null while it is not over, and where nobody did. */
function winnerOf({ status, score }: Pick<MatchState, 'status' | 'score'>): V1Match['winner'] {
  if (score.awarded_to) return score.awarded_to;
  if (!isFinal(status) || score.home === null || score.away === null) return null;
  const [home, away] = score.home === score.away && score.penalty ? score.penalty : [score.home, score.away];
  if (home === away) return 'draw';
  return home > away ? 'home' : 'away';
}

/** Returns the state of a match, which changes while it is played, in the names of the open API. */
export const v1MatchState = (match: MatchState) => ({
  id: match.id,
  kickoff_at: match.kickoff_at,
  status: match.status,
  state: matchGroup(match.status),
  minute: match.minute,
  stoppage: match.stoppage,
  period: match.period && { kind: match.period.kind, number: match.period.n },
  seen_at: match.seen_at,
  score: v1Score(match.score),
  winner: winnerOf(match),
  red_cards: match.red_cards,
});

/** Returns a match in the names of the open API. */
export const v1Match = (match: Omit<MatchSummary, 'market' | 'offer'> & { league: LeagueRef }): V1Match => ({
  ...v1MatchState(match),
  sport: match.league.sport,
  league: { id: match.league.id, name: match.league.name, names: match.league.names, country_code: match.league.country_code },
  season: match.season,
  round: match.round,
  home: v1Team(match.home),
  away: v1Team(match.away),
  page: `/match/${match.id}`,
});
