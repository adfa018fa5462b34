// Measurements of basketball and esports forecasts on real histories (docs/forecast-other-sports.md).
export { measureBasketball } from './basketball-measures.ts';
export { measureEsports } from './esports-measures.ts';
export type { Tell } from './tell.ts';
