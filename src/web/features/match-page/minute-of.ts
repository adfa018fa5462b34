import type { MatchEvent } from '#contract/matches.ts';

/** "63′", or "45+2′" in stoppage time. */
export const minuteOf = ({ minute, stoppage }: Pick<MatchEvent, 'minute' | 'stoppage'>): string =>
  `${minute}${stoppage === null ? '' : `+${stoppage}`}′`;
