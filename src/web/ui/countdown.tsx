import { useNow } from '#web/lib/clock.ts';

interface CountdownProps {
  /** ISO 8601. */
  until: string;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** Hours, minutes and seconds left; 0:00:00 at the end. */
export function Countdown({ until }: CountdownProps) {
  const now = useNow();
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1_000));
  return (
    <time dateTime={until} className="num">
      {Math.floor(seconds / 3_600)}:{pad(Math.floor(seconds / 60) % 60)}:{pad(seconds % 60)}
    </time>
  );
}
