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

/** Points of the present UTC day: what was staked, and what came of it so far (below zero: lost). */
interface Today {
  staked: number;
  net: number;
}

/** Tells who plays, once an hour, how long they have been here and how their day goes. Shows nothing to who has staked nothing today. */
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
    // Nobody is interrupted in the middle of something else, which may have begun meanwhile.
    if (known === null || isDialogOpen()) return false;
    const usedOf = (kind: LimitKind) => known.limits.find((limit) => limit.kind === kind && limit.period === 'day')?.used ?? 0;
    if (known.exclusion !== null || usedOf('stake') === 0) return true;
    setToday({ staked: usedOf('stake'), net: -usedOf('loss') });
    setOpen(true);
    return true;
  });

  if (today === null) return null;
  // A minus as wide as the plus.
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
/** Whoever did nothing for as long is not looking any more. */
const IDLE_MS = 15 * 60_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * Calls `tell` after each hour that the user spent on the site: time in which a tab is visible and was used within a quarter of an hour.
 * All tabs count together, and one of them tells. While a dialog is open it
 * waits; where `tell` answers that it could not, it is called again soon.
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
      // Taken before it is told, so that no other tab tells it too.
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

/** Every dialog locks the page's scrolling; counted, so that this is gone with the last one. */
const isDialogOpen = (): boolean => document.body.hasAttribute('data-scroll-locked');

/** How long somebody has been here, as all tabs of a browser count it together. Times in milliseconds since 1970. */
export interface PlayClock {
  userId: string;
  /** Since the last reminder, or the last break. */
  hereMs: number;
  /** When that was last added to. */
  at: number;
}

/** How often it is added to. */
export const STEP_MS = 10_000;
/** A step that comes later than this was no presence: the computer slept, or nobody looked. */
const STEP_MAX_MS = 3 * STEP_MS;
/** Whoever was away for as long had a break: the next hour begins when they come back. */
export const BREAK_MS = 30 * 60_000;

/** The clock at `now`, when somebody is here: tabs that are open side by side add each moment once. */
export function stepOn(clock: PlayClock | null, userId: string, now: number): PlayClock {
  // Another user's, or from a clock that was put back since.
  if (clock === null || clock.userId !== userId || clock.at > now || now - clock.at >= BREAK_MS) return { userId, hereMs: 0, at: now };
  const passed = now - clock.at;
  return { userId, hereMs: clock.hereMs + (passed <= STEP_MAX_MS ? passed : 0), at: now };
}

/** Whether an hour is full. */
export const isDue = ({ hereMs }: PlayClock): boolean => hereMs >= HOUR_MS;

/** What is kept in the browser, read; null for what is none. */
export function readClock(text: string | null): PlayClock | null {
  try {
    const { userId, hereMs, at } = JSON.parse(text ?? '') as PlayClock;
    return typeof userId === 'string' && Number.isFinite(hereMs) && Number.isFinite(at) ? { userId, hereMs, at } : null;
  } catch {
    return null;
  }
}
