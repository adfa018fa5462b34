import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveChange } from '#contract/live.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { isInPlay } from '#domain/matches/match-status.ts';
import { useLiveTopic, usePollingInterval, useWhenLoaded } from '#web/data/live.ts';
import { scorer, withChange } from '#web/data/match-state.ts';
import { matchQuery } from '#web/data/queries.tsx';
import { announce } from '#web/data/toasts.ts';
import { useTicking } from '#web/lib/clock.ts';
import { useScoreWords } from '#web/lib/local-name.ts';
import { matchStatisticsQuery } from './api.ts';

/** A match, updated by its topic; goals are announced. */
export function useMatch(id: number) {
  const client = useQueryClient();
  const scoreWords = useScoreWords();
  const query = useQuery({ ...matchQuery(id), refetchInterval: usePollingInterval() });
  const { queryKey } = matchQuery(id);

  const fetchAgain = () => void client.invalidateQueries({ queryKey });
  const whenLoaded = useWhenLoaded(queryKey);

  const onChange = (change: LiveChange) => {
    if (change.t === 'statistics') return showStatistics(change);
    // Only the state and the market show whether they are older than a reply under way.
    const isTimed = change.t === 'match' || change.t === 'market';
    const isShown = client.getQueryData(queryKey) !== undefined;
    whenLoaded(change.t !== 'refetch' && (isTimed || isShown) ? () => show(change) : fetchAgain);
  };

  const showStatistics = ({ match_id, statistics }: LiveChange & { t: 'statistics' }) => {
    if (match_id === id) client.setQueryData(matchStatisticsQuery(id).queryKey, { items: statistics, missing: null });
  };

  const show = (change: LiveChange) => {
    const before = client.getQueryData(queryKey);
    if (!before) return;
    const after = withMatchChange(before, change);
    client.setQueryData(queryKey, after);
    const words = scorer(before, after) === null ? null : scoreWords(after, after.league.sport);
    if (words !== null) announce(words);
  };

  useLiveTopic(`match:${id}`, onChange, fetchAgain);
  useAskingInSilence(query.data);
  return query;
}

const ASK_EVERY_MS = 10_000;

/**
 * During play, silence may mean that nothing changes or that the feed is down: only a request shows whether the feed still
 * confirms the match. The server stores the feed's reports every 20 seconds, so it is not asked more often.
 */
function useAskingInSilence(match: MatchDetail | undefined): void {
  const client = useQueryClient();
  const silence = useTicking(1_000, (now) =>
    match && isInPlay(match.status) ? Math.floor((now.getTime() - Date.parse(match.confirmed_at)) / ASK_EVERY_MS) : 0,
  );
  const id = match?.id;
  useEffect(() => {
    if (silence >= 2 && id !== undefined) void client.invalidateQueries({ queryKey: matchQuery(id).queryKey, exact: true });
  }, [silence, id, client]);
}

/** Returns a match with a change of its topic applied; the same object if the change does not concern it. */
export function withMatchChange(match: MatchDetail, change: LiveChange): MatchDetail {
  if (change.t === 'events') return change.match_id === match.id ? { ...match, events: change.events } : match;
  if (change.t === 'lineups') return change.match_id === match.id ? { ...match, lineups: change.lineups } : match;
  if (change.t === 'contest' && change.contest.match_id === match.id) {
    const others = match.contests.filter(({ id }) => id !== change.contest.id);
    return { ...match, contests: [...others, change.contest] };
  }
  return confirmed(withChange(match, change));
}

/** Confirms a match at the time of a change, because the feed reported it then. */
function confirmed(match: MatchDetail): MatchDetail {
  const { seen_at, confirmed_at } = match;
  return seen_at !== null && Date.parse(seen_at) > Date.parse(confirmed_at) ? { ...match, confirmed_at: seen_at } : match;
}
