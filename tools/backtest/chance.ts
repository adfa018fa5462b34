import { OUTCOMES } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { randomFrom } from '#domain/seeded-random.ts';

const SHARE = 0.95;
const BINS = 20;

/**
 * The calibration error in 20 bins of equal count (as `calibrationError` counts it) that right forecasts of as many matches stay below in 19
 * of 20 cases: outcomes are drawn from the forecasts themselves. The same forecasts always give the same limit.
 */
export function calibrationByChance(forecasts: readonly Outcomes[], draws = 100): number {
  const random = randomFrom('calibration by chance');
  const sorted = OUTCOMES.map((outcome) =>
    Uint32Array.from(forecasts.keys()).sort((a, b) => forecasts[a]![outcome] - forecasts[b]![outcome]),
  );
  const outcomes = new Uint8Array(forecasts.length);
  const once = (): number => {
    forecasts.forEach(({ home, draw }, i) => {
      const die = random();
      outcomes[i] = die < home ? 0 : die < home + draw ? 1 : 2;
    });
    return OUTCOMES.reduce((sum, name, drawn) => sum + distanceOf(name, drawn) / OUTCOMES.length, 0);
  };
  const distanceOf = (name: keyof Outcomes, drawn: number): number => {
    const surplus = new Float64Array(BINS);
    sorted[drawn]!.forEach((match, place) => {
      surplus[Math.floor((place * BINS) / forecasts.length)]! += forecasts[match]![name] - (outcomes[match] === drawn ? 1 : 0);
    });
    return surplus.reduce((sum, value) => sum + Math.abs(value), 0) / forecasts.length;
  };
  const errors = Array.from({ length: draws }, once).sort((a, b) => a - b);
  return errors[Math.ceil(SHARE * draws) - 1]!;
}
