import type { LiveChange } from '#contract/live.ts';
import { isInPlay } from '#domain/match-status.ts';
import { nowMs } from '#web/lib/clock.ts';
import { FollowDate } from './follow-date.tsx';
import type { LeagueTable } from './league-table.ts';

interface FollowPlayProps {
  tables: readonly LeagueTable[];
  /** A match that counts has another score, or has ended. */
  onChange: () => void;
}

/** Hears at once of what moves the table as it stands; kick-offs are found by asking now and then. */
export function FollowPlay({ tables, onChange }: FollowPlayProps) {
  const playing = tables.flatMap(({ rows }) => rows.flatMap((row) => row.playing ?? []));
  if (playing.length === 0) return null;
  const hear = (change: LiveChange) => {
    if (change.t !== 'match') return;
    const { id, status, score } = change.match;
    const known = playing.find(({ match_id }) => match_id === id);
    if (!known) return;
    const isSame = sorted(score.home, score.away) === sorted(known.goals_for, known.goals_against);
    if (!isSame || !isInPlay(status)) onChange();
  };
  return <FollowDate date={new Date(nowMs()).toISOString().slice(0, 10)} onChange={hear} onGap={onChange} />;
}

/** A score without its sides: the row of either team may be the first to be found. */
const sorted = (...goals: (number | null)[]): string => String(goals.toSorted());
