import { useTranslations } from 'use-intl';
import { LegalPageText } from '#web/features/legal/legal-page.tsx';
import { usePage } from '#web/lib/use-page.ts';

const SECTIONS = ['points', 'who', 'stakes', 'settling', 'refunds', 'redeem', 'fair', 'care', 'service'] as const;

export function TermsPage() {
  const t = useTranslations();
  usePage(t('titles.terms'), { back: '/matches' });
  const sections = SECTIONS.map((name) => ({ title: t(`legal.terms.${name}_title`), text: t(`legal.terms.${name}`) }));
  return <LegalPageText page="terms" words={{ heading: t('legal.terms.heading'), lead: t('legal.terms.lead'), sections }} />;
}
