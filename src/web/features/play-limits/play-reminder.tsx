import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { LimitKind } from '#domain/play-limits/play-limits.ts';
import { limitsQuery } from '#web/data/play-limits.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { isDialogOpen, usePlayHour } from './use-play-hour.ts';

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
