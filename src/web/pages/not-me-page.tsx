import { useTranslations } from 'use-intl';
import { NotMe } from '#web/features/security/not-me.tsx';
import { usePage } from '#web/lib/use-page.ts';

export function NotMePage() {
  const t = useTranslations('titles');
  usePage(t('not_me'), { back: '/matches' });
  return (
    <div className="page-width">
      <h1 className="sr-only">{t('not_me')}</h1>
      <NotMe />
    </div>
  );
}
