import { useTranslations } from 'use-intl';
import { LooksCard } from '#web/features/settings/looks-card.tsx';
import { ProfileCard } from '#web/features/settings/profile-card.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function SettingsProfilePage() {
  const t = useTranslations('titles');
  usePage(t('settings_profile'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_profile')}>
      {({ profile }) => (
        <>
          <ProfileCard profile={profile} />
          <LooksCard />
        </>
      )}
    </SettingsLayout>
  );
}
