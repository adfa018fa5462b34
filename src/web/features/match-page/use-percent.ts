import { useFormatter } from 'use-intl';

/** Formats a probability, 0 to 1, in whole per cent; below one per cent with a decimal. */
export function usePercent(): (probability: number) => string {
  const format = useFormatter();
  return (probability) => format.number(probability, { style: 'percent', maximumFractionDigits: isSmall(probability) ? 1 : 0 });
}

/** The same without the percent sign, for columns whose heading has it. */
export function usePercentNumber(): (probability: number) => string {
  const format = useFormatter();
  return (probability) => {
    const digits = isSmall(probability) ? 1 : 0;
    return format.number(100 * probability, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  };
}

const isSmall = (probability: number): boolean => probability < 0.00995;
