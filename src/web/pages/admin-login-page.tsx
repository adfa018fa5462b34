import { MonitorX } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Where operators will sign in; until the console exists it says so rather than pretend. */
export function AdminLoginPage() {
  const t = useTranslations();
  usePage(t('titles.admin_login'), { back: '/matches' });
  return (
    <div className="page-width">
      <h1 className="sr-only">{t('titles.admin_login')}</h1>
      <EmptyState
        icon={<MonitorX size={28} />}
        title={t('shell.admin_absent')}
        hint={t('shell.admin_absent_hint')}
        action={
          <Button look="quiet" asChild>
            <Link to="/matches">{t('common.to_matches')}</Link>
          </Button>
        }
      />
    </div>
  );
}
