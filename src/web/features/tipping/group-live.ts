import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveChange } from '#contract/live.ts';
import { HOUR_MS } from '#domain/time.ts';
import { useLiveTopic } from '#web/data/live.ts';
import { useTicking } from '#web/lib/clock.ts';
import { refreshScores } from './api.ts';

/** At least this long between two refetches: several goals may fall in one second. */
const APART_MS = 1_000;
/** All pages of a group hear of a goal at once: each asks at a time of its own within this one. */
const SPREAD_MS = 500;
/** Matches in play may have begun on the day before. */
const NIGHT_BEFORE_MS = 12 * HOUR_MS;

/** A match as far as its points are concerned: anything else, such as its minute, moves no table. */
const scoreText = ({ status, score }: { status: string; score: { home: number | null; away: number | null } }): string =>
  `${status} ${score.home}-${score.away}`;

/**
 * Refetches what a group shows of results when one of its matches scores, starts or ends. `matchIds` are the group's matches that may be
 * played now; null while unknown, when every match counts.
 */
export function useGroupLive(groupId: string, matchIds: ReadonlySet<number> | null): void {
  const client = useQueryClient();
  const known = useRef(new Map<number, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refetchedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => () => clearTimeout(timer.current), []);

  const refetchSoon = () => {
    if (timer.current !== undefined) return;
    const sinceLast = Date.now() - refetchedAt.current;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        refetchedAt.current = Date.now();
        refreshScores(client, groupId);
      },
      Math.max(APART_MS - sinceLast, Math.random() * SPREAD_MS),
    );
  };
  const onChange = (change: LiveChange) => {
    if (change.t === 'refetch') return refetchSoon();
    if (change.t !== 'match' || (matchIds !== null && !matchIds.has(change.match.id))) return;
    const text = scoreText(change.match);
    if (known.current.get(change.match.id) === text) return;
    known.current.set(change.match.id, text);
    refetchSoon();
  };
  const today = useTicking(60_000, (now) => now.toISOString().slice(0, 10));
  const night = useTicking(60_000, (now) => new Date(now.getTime() - NIGHT_BEFORE_MS).toISOString().slice(0, 10));
  useLiveTopic(`matches:${today}`, onChange, refetchSoon);
  useLiveTopic(night === today ? null : `matches:${night}`, onChange, refetchSoon);
}
