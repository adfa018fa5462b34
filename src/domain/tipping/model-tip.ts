import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { isPossibleTip, MARGIN_BANDS, seriesTips, type Tip } from './tip.ts';

/** The part of a forecast that a tip is made of. */
export interface ModelView {
  outcomes: Outcomes;
  /** Expected goals, points, sets or maps; null if the model does not estimate them. */
  expected: { home: number; away: number } | null;
  /** The likeliest scores of a football match, the likeliest first. */
  football: { top: readonly { home: number; away: number }[] } | null;
}

/**
 * Returns what the model tips: the likeliest score in football; in basketball the favourite by the band of the expected margin; in tennis
 * and esports, of the ways in which the favourite can win, the one nearest to the expected sets or maps. Null if it has no such view.
 */
export function modelTip(sport: Sport, format: SeriesFormat | null, { outcomes, expected, football }: ModelView): Tip | null {
  if (sport === 'football') {
    const likeliest = football?.top[0];
    const tip: Tip | null = likeliest ? [likeliest.home, likeliest.away] : null;
    return tip && isPossibleTip(sport, format, tip) ? tip : null;
  }
  const isHome = outcomes.home >= outcomes.away;
  if (sport === 'basketball') {
    const margin = Math.max(1, Math.round(Math.abs((expected?.home ?? 0) - (expected?.away ?? 0))));
    const band = MARGIN_BANDS.filter((least) => margin >= least).length;
    return isHome ? [band, 0] : [0, band];
  }
  const wins = seriesTips(sport, format).filter(([home, away]) => (isHome ? home > away : away > home));
  const off = ([home, away]: Tip) => (expected ? Math.abs(home - expected.home) + Math.abs(away - expected.away) : 0);
  return wins.reduce<Tip | null>((best, tip) => (best === null || off(tip) < off(best) ? tip : best), null);
}
