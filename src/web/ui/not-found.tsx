import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

/** An id that names nothing: says so, with a way back. */
export function NotFound() {
  const t = useTranslations('common');
  return (
    <EmptyState
      icon={<SearchX size={28} />}
      title={t('not_found')}
      hint={t('not_found_hint')}
      action={
        <Button look="quiet" asChild>
          <Link to="/matches">{t('to_matches')}</Link>
        </Button>
      }
    />
  );
}
