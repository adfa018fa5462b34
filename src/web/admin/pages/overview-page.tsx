import { useTranslations } from 'use-intl';
import { PageHead } from '#web/admin/ui/page-head.tsx';

/** How the site is, at a glance. */
export function OverviewPage() {
  const t = useTranslations('admin.pages');
  return <PageHead title={t('overview')} />;
}
