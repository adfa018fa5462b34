import { useFormatter, useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { openChangeEmail } from '#web/data/ui-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, FactList, Tag } from '#web/ui/card.tsx';

/** Shows the user's name and the date of registration. */
export function IdentityCard({ profile, stats }: Pick<Overview, 'profile' | 'stats'>) {
  const t = useTranslations('settings');
  const format = useFormatter();
  const date = (at: string | null, otherwise: string) =>
    at === null ? otherwise : <time dateTime={at}>{format.dateTime(new Date(at), 'day_time_year')}</time>;
  return (
    <Card>
      <div className="flex items-center gap-4">
        <Avatar handle={profile.public_handle} size={64} />
        <div className="min-w-0">
          <h2 className="text-[18px] leading-snug font-[680] wrap-anywhere">{profile.display_name}</h2>
          <p className="text-muted wrap-anywhere">@{profile.public_handle}</p>
        </div>
      </div>
      <p className="mt-3 text-[12.5px] text-muted">{t('avatar_hint')}</p>
      <div className="mt-3 border-t border-line pt-1">
        <FactList
          facts={[
            { label: t('email'), value: <Email profile={profile} /> },
            { label: t('verified_at'), value: date(profile.verified_at, t('not_yet')) },
            { label: t('member_since'), value: date(profile.created_at, '') },
            { label: t('last_login'), value: date(profile.last_login_at, t('none')) },
            { label: t('updated_at'), value: date(stats.updated_at, '') },
          ]}
        />
      </div>
    </Card>
  );
}

/** Shows the address, or a button to add one for users of a provider without one. */
function Email({ profile: { email, email_verified } }: Pick<Overview, 'profile'>) {
  const t = useTranslations('settings');
  if (email === null) {
    return (
      <Button size="s" look="quiet" onClick={openChangeEmail}>
        {t('email_add')}
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2.5 gap-y-1">
      <span className="min-w-0 wrap-anywhere">{email}</span>
      <Tag tone={email_verified ? 'good' : 'warn'}>{t(email_verified ? 'confirmed' : 'unconfirmed')}</Tag>
    </span>
  );
}
