import { useTranslations } from 'use-intl';
import { LegalText } from '#web/features/legal/legal-text.tsx';
import { usePage } from '#web/lib/use-page.ts';

const SECTIONS = ['points', 'who', 'stakes', 'settling', 'refunds', 'fair', 'service'] as const;

export function TermsPage() {
  const t = useTranslations();
  usePage(t('titles.terms'), { back: '/matches' });
  const sections = SECTIONS.map((name) => ({ title: t(`legal.terms.${name}_title`), text: t(`legal.terms.${name}`) }));
  return <LegalText heading={t('legal.terms.heading')} lead={t('legal.terms.lead')} sections={sections} />;
}
