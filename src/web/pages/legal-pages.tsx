import { useTranslations } from 'use-intl';
import { LegalPageText } from '#web/features/legal/legal-page.tsx';
import { usePage } from '#web/lib/use-page.ts';

const TERMS = ['points', 'who', 'stakes', 'settling', 'refunds', 'redeem', 'fair', 'care', 'service'] as const;

export function TermsPage() {
  const t = useTranslations();
  usePage(t('titles.terms'), { back: '/matches' });
  const sections = TERMS.map((name) => ({ title: t(`legal.terms.${name}_title`), text: t(`legal.terms.${name}`) }));
  return <LegalPageText page="terms" words={{ heading: t('legal.terms.heading'), lead: t('legal.terms.lead'), sections }} />;
}

const PRIVACY = ['kept', 'time', 'device', 'address', 'care', 'leaving', 'seen'] as const;

export function PrivacyPage() {
  const t = useTranslations();
  usePage(t('titles.privacy'), { back: '/matches' });
  const sections = PRIVACY.map((name) => ({ title: t(`legal.privacy.${name}_title`), text: t(`legal.privacy.${name}`) }));
  return <LegalPageText page="privacy" words={{ heading: t('legal.privacy.heading'), lead: t('legal.privacy.lead'), sections }} />;
}
