import { useTranslations } from 'use-intl';
import { LegalPageText } from '#web/features/legal/legal-page.tsx';
import { HelpLines } from '#web/features/play-limits/help-lines.tsx';
import { usePage } from '#web/lib/use-page.ts';

export { loadLegalWords } from '#web/i18n/legal-words.ts';

export function TermsPage() {
  const t = useTranslations('titles');
  usePage(t('terms'), { back: '/matches' });
  return <LegalPageText page="terms" />;
}

export function PrivacyPage() {
  const t = useTranslations('titles');
  usePage(t('privacy'), { back: '/matches' });
  return <LegalPageText page="privacy" />;
}

/** Whoever wrote the text, the list of services that help stands below it. */
export function ResponsiblePlayPage() {
  const t = useTranslations('titles');
  usePage(t('responsible_play'), { back: '/matches' });
  return (
    <LegalPageText page="responsible-play">
      <HelpLines isOnOwnPage />
    </LegalPageText>
  );
}
