import { type NumberFormatOptions, useFormatter } from 'use-intl';

const SCORE: NumberFormatOptions = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const SIGNED: NumberFormatOptions = { ...SCORE, signDisplay: 'exceptZero' };

/** Scores as they are shown: "−0.69", and differences with their sign, "+0.04"; with a minus as wide as the plus. */
export function useScoreFormat() {
  const format = useFormatter();
  const written = (value: number, options: NumberFormatOptions) => format.number(value, options).replace('-', '−');
  return { score: (value: number) => written(value, SCORE), difference: (value: number) => written(value, SIGNED) };
}
