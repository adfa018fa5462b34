import { useFormatter, useTranslations } from 'use-intl';
import type { AdminUser } from '#contract/admin-users.ts';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { LANGUAGES } from '#web/lib/languages.ts';
import { useLevelName } from '#web/lib/level-name.ts';
import { Card, FactList } from '#web/ui/card.tsx';

/** The single values of a user: identity, account, play. */
export function ProfileTab({ user }: { user: AdminUser }) {
  return (
    <div className="grid grid-cols-1 items-start gap-3.5 lg:grid-cols-2">
      <WhoCard user={user} />
      <div className="grid min-w-0 grid-cols-1 gap-3.5">
        <AccountCard user={user} />
        <PlayCard user={user} />
      </div>
    </div>
  );
}

/** "Vietnam", in the reader's language; null for none. */
function usePlace(): (code: string | null) => string | null {
  const locale = useLocale();
  return (code) => (code === null ? null : (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code));
}

function useTimes() {
  const format = useFormatter();
  return {
    day: (at: string) => format.dateTime(new Date(at), 'date'),
    time: (at: string) => format.dateTime(new Date(at), 'date_time'),
  };
}

function WhoCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin_users');
  const placeOf = usePlace();
  const { day } = useTimes();
  const proven = (value: string | null, at: string | null) =>
    value === null ? '–' : at === null ? t('unconfirmed', { value }) : t('confirmed', { value, when: day(at) });
  return (
    <Card title={t('profile')}>
      <FactList
        facts={[
          { label: t('name'), value: <span className="wrap-anywhere">{user.display_name}</span> },
          { label: t('handle'), value: <span className="wrap-anywhere">@{user.public_handle}</span> },
          { label: t('id'), value: <span className="num wrap-anywhere">{user.id}</span> },
          { label: t('email'), value: <span className="wrap-anywhere">{proven(user.email, user.email_verified_at)}</span> },
          { label: t('phone'), value: proven(user.phone, user.phone_verified_at) },
          { label: t('country'), value: placeOf(user.country) ?? '–' },
          { label: t('time_zone'), value: user.time_zone },
          { label: t('language'), value: LANGUAGES[user.locale].name },
          { label: t('code'), value: <span className="num">{user.referral_code}</span> },
          { label: t('referrer'), value: user.referrer ? <UserLine user={user.referrer} isBrief /> : t('none_known') },
        ]}
      />
    </Card>
  );
}

function AccountCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin_users');
  const status = useTranslations('admin_evidence.user_status')(user.status);
  const placeOf = usePlace();
  const { day, time } = useTimes();
  const { status_change: change, exclusion, wallet_address, wallet_changed_at, password_changed_at } = user;
  const by = change && t('status_by', { email: change.admin_email, when: time(change.at), reason: change.reason ?? t('no_reason') });
  const password = t(user.has_password ? 'password_set' : 'password_none');
  return (
    <Card title={t('account')}>
      <FactList
        facts={[
          { label: t('status'), value: [status, by].filter(Boolean).join(' · ') },
          { label: t('registered'), value: time(user.registered_at) },
          {
            label: t('registered_from'),
            value: [user.registration_ip, placeOf(user.registration_country)].filter(Boolean).join(' · ') || '–',
          },
          { label: t('last_login'), value: user.last_login_at ? time(user.last_login_at) : t('never') },
          {
            label: t('password'),
            value: [password, password_changed_at && t('password_changed', { when: day(password_changed_at) })].filter(Boolean).join(' · '),
          },
          { label: t('second_factor'), value: t(user.two_factor ? 'on' : 'off') },
          {
            label: t('wallet'),
            value: (
              <span className="num wrap-anywhere">
                {wallet_address ?? '–'}
                {wallet_changed_at && ` · ${t('wallet_since', { when: day(wallet_changed_at) })}`}
              </span>
            ),
          },
          ...(user.redeem_held_until ? [{ label: t('hold'), value: <Alarm>{time(user.redeem_held_until)}</Alarm> }] : []),
          ...(exclusion
            ? [{ label: t('exclusion'), value: <Alarm>{t(`exclusion_until.${exclusion.kind}`, { when: time(exclusion.until) })}</Alarm> }]
            : []),
          ...(user.deletion_due_at ? [{ label: t('leaving'), value: <Alarm>{time(user.deletion_due_at)}</Alarm> }] : []),
        ]}
      />
    </Card>
  );
}

const Alarm = ({ children }: { children: string }) => <span className="text-bad">{children}</span>;

function PlayCard({ user: { points_balance, points_held, stats, invitees } }: { user: AdminUser }) {
  const t = useTranslations('admin_users');
  const format = useFormatter();
  const levelName = useLevelName();
  const number = (points: number) => <span className="num">{format.number(points)}</span>;
  return (
    <Card title={t('play')}>
      <FactList
        facts={[
          { label: t('balance'), value: number(points_balance) },
          { label: t('held'), value: number(points_held) },
          { label: t('level'), value: t('level_value', { level: levelName(stats.level), experience: stats.experience }) },
          { label: t('played'), value: t('played_value', { hits: stats.hits, played: stats.predictions_played }) },
          { label: t('net_won'), value: number(stats.net_won) },
          { label: t('invitees'), value: number(invitees) },
        ]}
      />
    </Card>
  );
}
