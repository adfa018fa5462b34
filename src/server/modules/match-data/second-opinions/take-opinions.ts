import { isFinal } from '#domain/matches/match-status.ts';
import { impossibleParts, impossibleScore, type MatchScore, NO_SCORE, usualSettlement } from '#domain/matches/score.ts';
import { endOf, type MatchEnd } from '#domain/settlement/second-opinion.ts';
import type { FixtureUpdate, StatusUpdate } from '#server/modules/match-data/import/feed.ts';
import type { Refusal } from '#server/modules/match-data/import/quarantine.ts';
import type { KnownOpinion } from './queries.ts';
import { type FeedView, isNewRefusal, isPrintable, keptSince, printable } from './view.ts';

/** What a batch of updates changes in a feed's opinions. */
export interface Taken {
  /** Ids of opinions that changed. */
  changed: Set<string>;
  /** Ids of opinions that are no more. */
  gone: Set<string>;
  /** Ids of opinions whose match has to be found. */
  sought: Set<string>;
  refusals: Refusal[];
}

/** Takes a fixture of a league whose source is another provider. */
export function takeFixture(view: FeedView, update: FixtureUpdate, now: Date, taken: Taken): void {
  const { id, leagueId, homeTeamId, awayTeamId, kickoffAt } = update;
  const known = view.opinions.get(id);
  if (known === undefined && kickoffAt !== null && kickoffAt < keptSince(now)) {
    view.past.set(id, now.getTime());
    return;
  }
  const home = view.teams.get(homeTeamId);
  const sport = view.leagues.get(leagueId)?.told.sport ?? home?.sport;
  const fault =
    sport === undefined ? 'unknown_league' : home === undefined || !view.teams.has(awayTeamId) ? 'unknown_team' : fixtureFault(update);
  if (fault !== null) {
    refuse(view, taken, { id, reason: fault }, update, now);
    return;
  }
  const isSameTeams = known?.feed_home_id === homeTeamId && known.feed_away_id === awayTeamId;
  if (known && isSameTeams && known.feed_league_id === leagueId && known.kickoff_at?.getTime() === kickoffAt?.getTime()) return;
  const told = { feed_league_id: leagueId, sport: sport!, feed_home_id: homeTeamId, feed_away_id: awayTeamId, kickoff_at: kickoffAt };
  const unsaid = { status: 'ns', score: NO_SCORE, ending: null, result: null, seen_at: null, told_at: now } as const;
  // A match that was found stays the same when only its date moves: the source may move it later.
  const match = known && isSameTeams ? matchOf(known) : NOT_FOUND;
  view.opinions.set(id, { ...unsaid, ...known, feed_id: id, ...told, ...match });
  taken.changed.add(id);
  if (match.match_id === null) taken.sought.add(id);
}

const NOT_FOUND = {
  match_id: null,
  home_team_id: null,
  away_team_id: null,
  unmatched: 'later',
  settles_on: null,
  match_kickoff_at: null,
} as const;

const matchOf = ({ match_id, home_team_id, away_team_id, unmatched, settles_on, match_kickoff_at }: KnownOpinion) => ({
  ...{ match_id, home_team_id, away_team_id, unmatched, settles_on, match_kickoff_at },
});

const fixtureFault = ({ id, leagueId, homeTeamId, awayTeamId, kickoffAt }: FixtureUpdate): string | null => {
  if ([id, leagueId, homeTeamId, awayTeamId].some((text) => !isPrintable(text))) return 'id_unprintable';
  if (homeTeamId === awayTeamId) return 'team_against_itself';
  return kickoffAt !== null && Number.isNaN(kickoffAt.getTime()) ? 'kickoff_no_date' : null;
};

/** A provider's clock may be ahead of ours by this. */
const SEEN_AHEAD_MS_MAX = 5 * 60_000;
const SCORE_MAX = 300;

/** Takes what a provider says of the course of a match that it is not the source of. */
export function takeStatus(view: FeedView, update: StatusUpdate, now: Date, taken: Taken): void {
  const known = view.opinions.get(update.matchId)!;
  // A late answer.
  if (known.seen_at !== null && update.seenAt < known.seen_at && known.seen_at.getTime() <= now.getTime() + SEEN_AHEAD_MS_MAX) return;
  if (known.status === update.status && JSON.stringify(whole(known.score)) === JSON.stringify(whole(update.score))) return;
  const fault = statusFault(known, update, now);
  if (fault !== null) {
    refuse(view, taken, { id: update.matchId, reason: fault }, update, now);
    return;
  }
  const next = withEnd(known, { status: update.status, score: whole(update.score), seen_at: update.seenAt });
  const isOtherWord = next.ending !== known.ending || next.result?.join() !== known.result?.join();
  view.opinions.set(update.matchId, { ...next, told_at: isOtherWord ? now : known.told_at });
  taken.changed.add(update.matchId);
}

function statusFault({ sport }: KnownOpinion, { status, score, seenAt }: StatusUpdate, now: Date): string | null {
  if (!(seenAt.getTime() <= now.getTime() + SEEN_AHEAD_MS_MAX)) return 'seen_in_the_future';
  const impossible = impossibleScore(sport, null, score) ?? impossibleParts(sport, score);
  if (impossible !== null) return `score_${impossible}`;
  if ([score.home, score.away, ...(score.fulltime ?? []), ...(score.penalty ?? [])].some((n) => (n ?? 0) > SCORE_MAX))
    return 'score_absurd';
  return isFinal(status) && (score.home === null || score.away === null) ? 'score_missing' : null;
}

/** Returns an opinion after another word, with the end that it tells. */
export function withEnd(known: KnownOpinion, word: Pick<KnownOpinion, 'status' | 'score' | 'seen_at'>): KnownOpinion {
  const rule = known.settles_on ?? usualSettlement(known.sport);
  const end = endOf(rule, word.status, word.score, endBefore(known));
  return { ...known, ...word, ending: end?.kind ?? null, result: end?.kind === 'played' ? end.score : null };
}

const endBefore = ({ ending, result }: KnownOpinion): MatchEnd | null =>
  ending === 'played' && result !== null ? { kind: 'played', score: result } : ending === 'off' ? { kind: 'off' } : null;

/** The score in a fixed order of keys, as it is stored. */
const whole = ({ home, away, halftime, fulltime, extratime, penalty }: MatchScore): MatchScore => ({
  ...{ home, away, halftime, fulltime, extratime, penalty },
});

/** Quarantines a word once. */
export function refuse(
  view: FeedView,
  { refusals }: Taken,
  { id, reason }: { id: string; reason: string },
  payload: object | null,
  now: Date,
): void {
  // jsonb stores neither of these.
  const text = JSON.stringify(payload && { ...payload, seenAt: undefined }).replaceAll(/\\u0000|\\ud[89a-f][0-9a-f]{2}/gi, '\\ufffd');
  if (!isNewRefusal(view, id, reason, text, now)) return;
  refusals.push({ kind: 'opinion', feed_id: printable(id), reason, payload: JSON.parse(text) });
}
