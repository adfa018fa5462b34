import { Link } from 'react-router';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { Review } from '#contract/withdrawal-review.ts';
import { TimeAgo } from '#web/admin/ui/time-ago.tsx';
import { UserLine } from '#web/admin/ui/user-line.tsx';
import { LONG_DATE, LONG_DATE_AND_TIME } from '#web/lib/date-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { FactList } from '#web/ui/fact-list.tsx';

/** The user who asks, as they are now: holds, safety, play. */
export function AccountCard({ withdrawal: { user }, account }: Pick<Review, 'withdrawal' | 'account'>) {
  const t = useTranslations('admin_withdrawals');
  const format = useFormatter();
  const locale = useLocale();
  const time = (at: string) => format.dateTime(new Date(at), LONG_DATE_AND_TIME);
  const place = (code: string | null) => (code ? new Intl.DisplayNames(locale, { type: 'region' }).of(code) : null);
  const number = (points: number) => <span className="num">{format.number(points)}</span>;
  const { redeem_held_until, deletion_due_at, last_login_at, password_changed_at } = account;
  return (
    <Card title={t('account')} aside={<UserLine user={user} status={user.status} isBrief />}>
      <FactList
        facts={[
          {
            label: t('hold'),
            value: redeem_held_until ? <span className="text-bad">{time(redeem_held_until)}</span> : t('no_hold'),
          },
          ...(deletion_due_at ? [{ label: t('leaving'), value: <span className="text-bad">{time(deletion_due_at)}</span> }] : []),
          { label: t('registered'), value: format.dateTime(new Date(account.registered_at), LONG_DATE) },
          { label: t('country'), value: [place(account.registration_country), place(account.country)].filter(Boolean).join(' · ') || '–' },
          { label: t('last_login'), value: last_login_at ? <TimeAgo at={last_login_at} /> : t('never') },
          { label: t('balance'), value: number(account.balance) },
          { label: t('held'), value: number(account.held) },
          { label: t('second_factor'), value: t(account.two_factor ? 'on' : 'off') },
          { label: t('password_changed'), value: password_changed_at ? time(password_changed_at) : t('never') },
          { label: t('bets'), value: t('bets_of', { hits: account.hits, played: account.predictions_played }) },
          { label: t('net_won'), value: number(account.net_won) },
          {
            label: t('notes'),
            value: (
              <Link to={`/admin/users/${user.id}?tab=notes`} className="underline underline-offset-2">
                {t('notes_count', { count: account.notes })}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  );
}
