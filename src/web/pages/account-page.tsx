import { useTranslations } from 'use-intl';
import { usePage } from '#web/lib/use-page.ts';

export function AccountPage() {
  const t = useTranslations();
  usePage(t('titles.account'));
  return (
    <div className="page-width">
      <h1 className="text-[20px] font-[680]">{t('account.heading')}</h1>
    </div>
  );
}
