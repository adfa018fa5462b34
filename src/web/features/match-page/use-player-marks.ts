import { useMemo } from 'react';
import type { Lineup, MatchDetail } from '#contract/matches.ts';
import { isFinal } from '#domain/matches/match-status.ts';
import { manOfTheMatch, marksOf, type PlayerMarks } from '#domain/matches/player-marks.ts';
import { findPlayer } from '#domain/matches/player-names.ts';
import { SIDES, type Side } from '#domain/matches/sport.ts';

type LineupPlayer = Lineup['players'][number];

export interface SideMarks {
  of: (player: LineupPlayer) => PlayerMarks | null;
  isBest: (player: LineupPlayer) => boolean;
}

/** Returns what is known of both sides' players, for official line-ups: a probable one names players who may not play. */
export function usePlayerMarks({ lineups, events, ratings, status }: MatchDetail): Record<Side, SideMarks> {
  return useMemo(() => {
    const best = ratings !== null && isFinal(status) ? manOfTheMatch(ratings) : null;
    const marksFor = (side: Side): SideMarks => {
      const { players, fallback } = lineups[side];
      const marks = fallback === null ? marksOf(side, players, events, ratings?.[side] ?? []) : new Map<LineupPlayer, PlayerMarks>();
      const bestPlayer = best?.side === side ? findPlayer(players, best.player) : null;
      return { of: (player) => marks.get(player) ?? null, isBest: (player) => player === bestPlayer };
    };
    const [home, away] = SIDES.map(marksFor);
    return { home: home!, away: away! };
  }, [lineups, events, ratings, status]);
}
