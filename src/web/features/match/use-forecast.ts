import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MatchDetail } from '#contract/matches.ts';
import { matchGroup } from '#domain/match-status.ts';
import { useMeta } from '#web/lib/meta.ts';
import { scoreProbabilityQuery } from './api.ts';

const REFRESH_SECONDS = 15;

/**
 * What is thought of a match: asked for again when it has changed in a way that moves it, which the page hears by the socket, and in
 * between as often as prices are.
 */
export function useForecast(match: MatchDetail) {
  const client = useQueryClient();
  const refreshSeconds = useMeta()?.odds_refresh_seconds ?? REFRESH_SECONDS;
  const isOver = matchGroup(match.status) === 'finished';
  const query = useQuery({ ...scoreProbabilityQuery(match.id), refetchInterval: isOver ? false : refreshSeconds * 1_000 });
  const stand = standOf(match);
  const lastStand = useRef(stand);
  useEffect(() => {
    if (lastStand.current === stand) return;
    lastStand.current = stand;
    void client.invalidateQueries({ queryKey: scoreProbabilityQuery(match.id).queryKey });
  }, [stand, match.id, client]);
  return query;
}

/** What moves a forecast: score, red cards, time and the state; not a price, which changes every few seconds. */
const standOf = ({ status, minute, stoppage, score, red_cards: reds }: MatchDetail): string =>
  JSON.stringify([status, minute, stoppage, score.home, score.away, reds.home, reds.away]);
