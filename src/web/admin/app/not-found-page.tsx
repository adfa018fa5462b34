import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { PageHead } from '#web/admin/ui/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** An address of the console that names nothing. */
export function NotFoundPage() {
  const t = useTranslations('admin');
  return (
    <>
      <PageHead title={t('not_found')} />
      <EmptyState
        title={t('not_found')}
        action={
          <Button look="quiet" asChild>
            <Link to="/admin">{t('to_overview')}</Link>
          </Button>
        }
      />
    </>
  );
}
