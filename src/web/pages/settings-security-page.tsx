import { useTranslations } from 'use-intl';
import { signOut } from '#web/features/auth/sign-in.ts';
import { DataCard } from '#web/features/leaving/data-card.tsx';
import { EmailCard } from '#web/features/security/email-card.tsx';
import { PasswordCard } from '#web/features/security/password-card.tsx';
import { SessionsCard } from '#web/features/security/sessions-card.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { TwoFactorCard } from '#web/features/two-factor/two-factor-card.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function SettingsSecurityPage() {
  const t = useTranslations('titles');
  usePage(t('settings_security'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_security')}>
      {({ profile }) => (
        <>
          <EmailCard profile={profile} />
          <PasswordCard profile={profile} />
          <TwoFactorCard />
          <SessionsCard onSignOut={() => void signOut()} />
          <DataCard onLeft={() => void signOut()} />
        </>
      )}
    </SettingsLayout>
  );
}
