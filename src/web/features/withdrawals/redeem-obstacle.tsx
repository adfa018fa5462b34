import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { Redeemable } from '#contract/withdrawals.ts';
import { useMeta } from '#web/data/queries.tsx';
import { LONG_DATE_AND_TIME } from '#web/lib/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { Countdown } from '#web/ui/countdown.tsx';

/** Where what is missing can be added. */
const REMEDIES: Partial<Record<string, { to: string; label: 'add_wallet' | 'add_contact' | 'confirm_contact' }>> = {
  wallet_required: { to: '/settings/profile', label: 'add_wallet' },
  no_contact: { to: '/settings/security', label: 'add_contact' },
  contact_unconfirmed: { to: '/settings/security', label: 'confirm_contact' },
};

const TOO_FEW = ['insufficient_points', 'invalid_points', 'not_redeemable'];

/** Why nothing can be redeemed now, until when, and what to do about it. */
export function RedeemObstacle({ facts }: { facts: Redeemable }) {
  const t = useTranslations('redeem');
  const supportUrl = useMeta()?.support_url ?? null;
  const words = useWords(facts);
  const { refusal, on_hold_until } = facts;
  if (refusal === null) return null;
  const remedy = REMEDIES[refusal.code];
  const isHold = refusal.code === 'withdrawal_on_hold' && on_hold_until !== null;
  return (
    <div className="grid justify-items-start gap-3.5">
      {isHold ? <Hold until={on_hold_until} /> : <p className="max-w-[60ch] text-pretty">{words ?? refusal.detail}</p>}
      {remedy && (
        <Button size="s" asChild>
          <Link to={remedy.to}>{t(remedy.label)}</Link>
        </Button>
      )}
      {supportUrl && (isHold || TOO_FEW.includes(refusal.code)) && (
        <a href={supportUrl} className="text-[13px] font-semibold underline underline-offset-2">
          {t('support')}
        </a>
      )}
    </div>
  );
}

/** What lies with the points is said with the numbers that it depends on; null where the server's own sentence is all there is. */
function useWords({ refusal, balance, day_left, days_30_left, min, bound, day_ends_at }: Redeemable): string | null {
  const t = useTranslations('redeem');
  const format = useFormatter();
  if (refusal === null || !TOO_FEW.includes(refusal.code)) return null;
  if (bound === 'day') return t('day_is_used', { left: day_left, when: format.dateTime(new Date(day_ends_at), LONG_DATE_AND_TIME) });
  if (bound === '30_days') return t('days_30_are_used', { left: days_30_left });
  return bound === 'balance' ? t('too_few', { points: balance, min }) : null;
}

function Hold({ until }: { until: string }) {
  const t = useTranslations('redeem');
  const format = useFormatter();
  return (
    <div className="max-w-[60ch]">
      <p className="font-[620]">{t('on_hold', { when: format.dateTime(new Date(until), LONG_DATE_AND_TIME) })}</p>
      <p className="mt-1 text-[13px] text-pretty text-muted">
        {t('on_hold_why')} {t.rich('on_hold_left', { time: () => <Countdown until={until} /> })}
      </p>
    </div>
  );
}
