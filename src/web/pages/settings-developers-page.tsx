import { useTranslations } from 'use-intl';
import { ApiKeysCard } from '#web/features/api-keys/api-keys-card.tsx';
import { SettingsLayout } from '#web/features/settings/settings-layout.tsx';
import { WebhooksSection } from '#web/features/webhooks/webhooks-section.tsx';
import { loadDeveloperWords } from '#web/i18n/developer-words.ts';
import { usePage } from '#web/lib/use-page.ts';

/** The words of this page, which other pages do not load first. */
export const loadWords = loadDeveloperWords;

/** What programs may do for the user: API keys, and below them webhooks. */
export function SettingsDevelopersPage() {
  const t = useTranslations('titles');
  usePage(t('settings_developers'), { back: '/account' });
  return (
    <SettingsLayout heading={t('settings_developers')}>
      {({ profile }) => (
        <>
          <ApiKeysCard profile={profile} />
          <div id="webhooks" className="scroll-mt-20">
            <WebhooksSection />
          </div>
        </>
      )}
    </SettingsLayout>
  );
}
