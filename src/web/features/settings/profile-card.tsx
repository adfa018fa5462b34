import { useFormatter, useLocale, useTranslations } from 'use-intl';
import type { Overview } from '#contract/account.ts';
import { DAY_AND_TIME } from '#web/lib/date-formats.ts';
import { Card } from '#web/ui/card.tsx';
import { FactList } from './fact-list.tsx';

/** Who the user is, as the account knows them. */
export function ProfileCard({ profile }: { profile: Overview['profile'] }) {
  const t = useTranslations('settings');
  const format = useFormatter();
  const locale = useLocale();
  const date = (at: string) => <time dateTime={at}>{format.dateTime(new Date(at), { ...DAY_AND_TIME, year: 'numeric' })}</time>;
  const country = profile.country && new Intl.DisplayNames(locale, { type: 'region' }).of(profile.country.toUpperCase());
  return (
    <Card title={t('profile_heading')}>
      <FactList
        facts={[
          { label: t('display_name'), value: profile.display_name },
          { label: t('handle'), value: profile.public_handle },
          { label: t('email'), value: profile.email },
          { label: t('country'), value: country ?? t('none') },
          { label: t('time_zone'), value: profile.time_zone },
          { label: t('member_since'), value: date(profile.created_at) },
          { label: t('last_login'), value: profile.last_login_at === null ? t('none') : date(profile.last_login_at) },
        ]}
      />
    </Card>
  );
}
