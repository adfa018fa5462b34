import { useTranslations } from 'use-intl';
import { CodeLink } from '#web/features/security/code-link.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function CodePage() {
  const t = useTranslations('titles');
  usePage(t('code'), { back: '/matches' });
  return (
    <div className="page-width">
      <h1 className="sr-only">{t('code')}</h1>
      <CodeLink />
    </div>
  );
}
