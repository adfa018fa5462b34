import { useTranslations } from 'use-intl';
import { signOut } from '#web/features/auth/sign-in.ts';
import { SecurityCard } from '#web/features/settings/security-card.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

export function SettingsSecurityPage() {
  const t = useTranslations();
  usePage(t('titles.settings_security'), { back: '/account' });
  return (
    <SettingsLayout heading={t('titles.settings_security')}>
      {(overview) => (
        <>
          <SecurityCard {...overview} />
          <Card title={t('settings.session_heading')}>
            <p className="mb-3 text-muted">{t('settings.session_hint')}</p>
            <Button look="quiet" onClick={() => void signOut()}>
              {t('settings.sign_out')}
            </Button>
          </Card>
        </>
      )}
    </SettingsLayout>
  );
}
