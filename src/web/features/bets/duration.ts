import { useFormatter } from 'use-intl';
import { durationWords } from '#web/lib/duration-words.ts';

/** Says a length of time in words. */
export function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => durationWords(format, ms);
}
