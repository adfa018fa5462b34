import { useEffect, useRef, useState } from 'react';
import type { MatchSummary } from '#contract/matches.ts';
import { scorer } from '#web/lib/live-match.ts';

/** Sweeps over its row once when a goal falls while the row is on show. */
export function GoalSweep({ match }: { match: MatchSummary }) {
  const before = useRef(match);
  const [goals, setGoals] = useState(0);
  const [isSweeping, setSweeping] = useState(false);
  useEffect(() => {
    const scored = scorer(before.current, match) !== null;
    before.current = match;
    if (!scored) return;
    setGoals((count) => count + 1);
    setSweeping(true);
  }, [match]);
  if (!isSweeping) return null;
  return (
    <span
      // A second goal during the first sweep begins it anew.
      key={goals}
      aria-hidden
      data-testid="goal-sweep"
      onAnimationEnd={() => setSweeping(false)}
      className="pointer-events-none absolute inset-0 animate-sweep bg-[linear-gradient(100deg,transparent_35%,var(--accent-soft)_50%,transparent_65%)] bg-[length:200%_100%] motion-reduce:hidden"
    />
  );
}
