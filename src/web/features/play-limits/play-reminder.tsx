import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { LimitKind } from '#domain/play-limits/play-limits.ts';
import { HOUR_MS } from '#domain/time.ts';
import { limitsQuery } from '#web/data/play-limits.ts';
import { useUser } from '#web/data/session.ts';
import { onTick } from '#web/lib/clock.ts';
import { recall, remember } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

/** Points of the current UTC day: the total staked, and the net result so far (negative for a loss). */
interface Today {
  staked: number;
  net: number;
}

/** Shows players once an hour how long they have been here and the day's totals. Not shown to users without stakes today. */
export function PlayReminder() {
  const user = useUser();
  return user && <Reminder key={user.id} userId={user.id} />;
}

function Reminder({ userId }: { userId: string }) {
  const t = useTranslations('play_limits');
  const format = useFormatter();
  const client = useQueryClient();
  const [today, setToday] = useState<Today | null>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  usePlayHour(userId, async () => {
    const known = await client.fetchQuery({ ...limitsQuery, staleTime: 0 }).catch(() => null);
    // Does not interrupt a dialog, which may have opened meanwhile.
    if (known === null || isDialogOpen()) return false;
    const usedOf = (kind: LimitKind) => known.limits.find((limit) => limit.kind === kind && limit.period === 'day')?.used ?? 0;
    if (known.exclusion !== null || usedOf('stake') === 0) return true;
    setToday({ staked: usedOf('stake'), net: -usedOf('loss') });
    setOpen(true);
    return true;
  });

  if (today === null) return null;
  // The minus is as wide as the plus.
  const net = format.number(today.net, { signDisplay: 'exceptZero' }).replace('-', '−');
  return (
    <Dialog open={isOpen} onClose={close} title={t('hour_title')} lead={t('hour_lead')} isCalm>
      <dl className="grid gap-2">
        <Fact label={t('staked_today')} value={t('points_value', { points: format.number(today.staked) })} />
        <Fact label={t('net_today')} value={t('points_value', { points: net })} />
      </dl>
      <p className="mt-2 text-[12.5px] text-pretty text-faint">{t('net_hint')}</p>
      <div className="mt-4 grid gap-2">
        <Button wide onClick={close}>
          {t('play_on')}
        </Button>
        <Button wide look="quiet" asChild>
          <Link to="/settings/limits" onClick={close}>
            {t('take_break')}
          </Link>
        </Button>
      </div>
    </Dialog>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="flex items-baseline justify-between gap-3.5">
    <dt className="text-muted">{label}</dt>
    <dd className="num font-bold">{value}</dd>
  </div>
);

const KEY = 'play_clock';
/** After this long without input, the user counts as absent. */
const IDLE_MS = 15 * 60_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * Calls `tell` after each hour that the user spent on the site: time in which a tab is visible and was used within a quarter of an hour.
 * All tabs count together, and one of them calls. While a dialog is open it
 * waits; if `tell` returns false, it is called again soon.
 */
export function usePlayHour(userId: string, tell: () => Promise<boolean>): void {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => {
    let usedAt = Date.now();
    const listening = new AbortController();
    const noteUse = () => {
      usedAt = Date.now();
    };
    for (const event of INPUTS) window.addEventListener(event, noteUse, { signal: listening.signal, passive: true, capture: true });
    const step = () => {
      const now = Date.now();
      if (document.visibilityState !== 'visible' || now - usedAt > IDLE_MS) return;
      const clock = stepOn(readClock(recall(KEY)), userId, now);
      if (!isDue(clock) || isDialogOpen()) return storeClock(clock);
      // Reset before the call, so that no other tab calls too.
      storeClock({ ...clock, hereMs: 0 });
      void latest.current().then((isTold) => isTold || storeClock(clock));
    };
    step();
    const stop = onTick(STEP_MS, step);
    return () => {
      stop();
      listening.abort();
    };
  }, [userId]);
}

const storeClock = (clock: PlayClock): void => remember(KEY, JSON.stringify(clock));

/** Every dialog locks the page's scrolling; locks are counted, so the attribute goes with the last dialog. */
const isDialogOpen = (): boolean => document.body.hasAttribute('data-scroll-locked');

/** Time a user has spent on the site, shared by all tabs of a browser. Times are in milliseconds since 1970. */
export interface PlayClock {
  userId: string;
  /** Milliseconds since the last reminder or break. */
  hereMs: number;
  /** When `hereMs` was last increased. */
  at: number;
}

/** Interval of updates. */
export const STEP_MS = 10_000;
/** A later update does not count as presence: the computer slept, or the page was not visible. */
const STEP_MAX_MS = 3 * STEP_MS;
/** An absence this long is a break: the next hour begins on return. */
export const BREAK_MS = 30 * 60_000;

/** Returns the clock at `now` for a present user: open tabs add each moment only once. */
export function stepOn(clock: PlayClock | null, userId: string, now: number): PlayClock {
  // The stored clock is another user's, or from before the system clock was set back.
  if (clock === null || clock.userId !== userId || clock.at > now || now - clock.at >= BREAK_MS) return { userId, hereMs: 0, at: now };
  const passed = now - clock.at;
  return { userId, hereMs: clock.hereMs + (passed <= STEP_MAX_MS ? passed : 0), at: now };
}

/** Returns whether an hour has passed. */
export const isDue = ({ hereMs }: PlayClock): boolean => hereMs >= HOUR_MS;

/** Parses the stored clock; null if it is invalid. */
export function readClock(text: string | null): PlayClock | null {
  try {
    const { userId, hereMs, at } = JSON.parse(text ?? '') as PlayClock;
    return typeof userId === 'string' && Number.isFinite(hereMs) && Number.isFinite(at) ? { userId, hereMs, at } : null;
  } catch {
    return null;
  }
}
