import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { DataCard } from '#web/features/account-closure/data-card.tsx';
import { signOut } from '#web/features/auth/sign-in.ts';
import { LinkedCard } from '#web/features/oauth/linked-card.tsx';
import { CodeForm } from '#web/features/security/code-form.tsx';
import { EmailCard } from '#web/features/security/email-card.tsx';
import { PasswordCard } from '#web/features/security/password-card.tsx';
import { SessionsCard } from '#web/features/security/sessions-card.tsx';
import { PhoneCard } from '#web/features/settings/phone-card.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { TelegramCard } from '#web/features/telegram/telegram-card.tsx';
import { TwoFactorCard } from '#web/features/two-factor/two-factor-card.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function SettingsSecurityPage() {
  const t = useTranslations('titles');
  const password = useRef<HTMLDivElement>(null);
  usePage(t('settings_security'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_security')}>
      {(overview) => (
        <>
          <EmailCard profile={overview.profile} />
          <PhoneCard profile={overview.profile} renderCode={(code) => <CodeForm {...code} purpose="confirm_phone" />} />
          <TelegramCard overview={overview} />
          <div ref={password}>
            <PasswordCard profile={overview.profile} />
          </div>
          <LinkedCard overview={overview} passwordField={() => password.current?.querySelector('input:not([hidden])') ?? null} />
          <TwoFactorCard profile={overview.profile} />
          <SessionsCard onSignOut={() => void signOut()} />
          <DataCard onLeft={() => void signOut()} />
        </>
      )}
    </SettingsLayout>
  );
}
