import { useTranslations } from 'use-intl';
import { LegalPageText } from '#web/features/legal/legal-page.tsx';
import { usePage } from '#web/lib/use-page.ts';

const SECTIONS = ['kept', 'time', 'device', 'address', 'care', 'leaving', 'seen'] as const;

export function PrivacyPage() {
  const t = useTranslations();
  usePage(t('titles.privacy'), { back: '/matches' });
  const sections = SECTIONS.map((name) => ({ title: t(`legal.privacy.${name}_title`), text: t(`legal.privacy.${name}`) }));
  return <LegalPageText page="privacy" words={{ heading: t('legal.privacy.heading'), lead: t('legal.privacy.lead'), sections }} />;
}
