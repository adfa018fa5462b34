import type { Sport } from '#domain/sport.ts';

/** What a known way to forecast reached elsewhere: means over the matches that the note below the table names. */
export interface Yardstick {
  name: 'even' | 'frequencies' | 'fivethirtyeight' | 'ranks' | 'bookmaker' | 'closing';
  rps: number;
  log_loss: number;
  brier: number;
}

/** Two outcomes of 50% each: (1/2)^2, ln 2, 2 x (1/2)^2. */
const EVEN: Yardstick = { name: 'even', rps: 0.25, log_loss: Math.LN2, brier: 0.5 };

/**
 * Football: the 33,485 matches of football-data.co.uk that FiveThirtyEight forecast too, the last prices of Pinnacle with their
 * margin taken out in proportion. Tennis: the final split of docs/forecast-other-sports.md, whose Brier score is of one player
 * only and so half of ours.
 */
export const YARDSTICKS: Record<Sport, readonly Yardstick[]> = {
  football: [
    { name: 'frequencies', rps: 0.2281, log_loss: 1.073, brier: 0.649 },
    { name: 'fivethirtyeight', rps: 0.2053, log_loss: 1.0062, brier: 0.6019 },
    { name: 'closing', rps: 0.2005, log_loss: 0.9906, brier: 0.5914 },
  ],
  tennis: [
    EVEN,
    { name: 'ranks', rps: 0.2205, log_loss: 0.63, brier: 0.441 },
    { name: 'bookmaker', rps: 0.1994, log_loss: 0.5801, brier: 0.3988 },
  ],
  basketball: [EVEN],
  esports: [EVEN],
};
