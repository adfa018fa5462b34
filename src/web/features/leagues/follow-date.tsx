import type { LiveChange } from '#contract/live.ts';
import { useLiveTopic } from '#web/data/live.ts';

interface FollowDateProps {
  /** The UTC date of kick-off, YYYY-MM-DD. */
  date: string;
  onChange: (change: LiveChange) => void;
  onGap: () => void;
}

/** Hears of a date's matches as long as it is on the page; a component, as there may be any number of dates. */
export function FollowDate({ date, onChange, onGap }: FollowDateProps) {
  useLiveTopic(`matches:${date}`, onChange, onGap);
  return null;
}
