import type { OutcomeProbabilities } from '#contract/forecasts.ts';
import type { MatchDetail } from '#contract/matches.ts';
import { type InPlayModel, inPlayForecast } from '#domain/forecast/in-play.ts';
import type { InPlayClock } from '#domain/forecast/in-play-clock.ts';
import { shownMatrix } from '#domain/forecast/score-matrix.ts';
import { isInPlay } from '#domain/match-status.ts';

/** A match as somebody imagines it: goals and red cards of home and away, and the minute, 0 to 90. */
export interface LabState {
  minute: number;
  score: readonly [home: number, away: number];
  reds: readonly [home: number, away: number];
}

export const LAB_LIMITS = { minute: 90, goals: 9, reds: 4 };

export const KICKOFF: LabState = { minute: 0, score: [0, 0], reds: [0, 0] };

/** How a match in play stands; null of one that does not play its 90 minutes, or whose minute nobody knows. */
export function labStateOf({ status, minute, score, red_cards: reds }: MatchDetail): LabState | null {
  const isNinety = isInPlay(status) && status !== 'et' && status !== 'bt' && status !== 'p';
  const at = status === 'ht' ? 45 : minute;
  if (!isNinety || at === null || at > LAB_LIMITS.minute) return null;
  const goals = (n: number | null) => Math.min(LAB_LIMITS.goals, n ?? 0);
  const cards = (n: number) => Math.min(LAB_LIMITS.reds, n);
  return { minute: at, score: [goals(score.home), goals(score.away)], reds: [cards(reds.home), cards(reds.away)] };
}

/** What the site's own model makes of it. */
export function labForecast(model: InPlayModel, { minute, score, reds }: LabState): { outcomes: OutcomeProbabilities; matrix: number[][] } {
  const { outcomes, matrix } = inPlayForecast(model, { ...clockOf(minute), score, reds });
  return { outcomes, matrix: shownMatrix(matrix) };
}

const clockOf = (minute: number): InPlayClock => ({ period: minute === 0 ? 'ns' : minute <= 45 ? 'h1' : 'h2', minute });
