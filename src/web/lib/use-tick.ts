import { useEffect, useRef, useState } from 'react';

export type Tick = 'up' | 'down' | null;

const TICK_MS = 3_000;

/** Which way a number has just gone; null when it stood still for a while. */
export function useTick(value: number | null): Tick {
  const before = useRef(value);
  const [tick, setTick] = useState<Tick>(null);
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (last === null || value === null || last === value) return;
    setTick(value > last ? 'up' : 'down');
    const timer = setTimeout(() => setTick(null), TICK_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return tick;
}
