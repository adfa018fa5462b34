import { useFormatter } from 'use-intl';

const MINUTE_MS = 60_000;

/** Says a length of time in words: hours where they are whole, else minutes. */
export function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => {
    const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
    const isHours = minutes % 60 === 0;
    return format.number(isHours ? minutes / 60 : minutes, {
      style: 'unit',
      unit: isHours ? 'hour' : 'minute',
      unitDisplay: 'long',
    });
  };
}
