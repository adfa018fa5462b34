import type { UseQueryResult } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useAdmin } from '#web/console/lib/session.ts';
import { ApiError } from '#web/data/api-error.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState, ErrorState } from '#web/ui/placeholders.tsx';

interface PanelProps<T> {
  /** The panel's heading; `aside` stands at its right end. */
  title?: ReactNode;
  aside?: ReactNode;
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** What failed: "The users could not be loaded". */
  failed: string;
  /** The placeholder while loading, of the same size. */
  skeleton: ReactNode;
  /** Shown if the answer is empty; without it, or if it returns null, the children are shown anyway. */
  empty?: (data: T) => ReactNode | null;
  children: (data: T) => ReactNode;
  className?: string;
}

/** A part of a page that loads and fails by itself; previous data stays while newer data is loading. */
export function Panel<T>({ title, aside, query, failed, skeleton, empty, children, className }: PanelProps<T>) {
  const { data, error, refetch } = query;
  const isForbidden = error instanceof ApiError && error.code === 'forbidden';
  return (
    // In a grid, a wide table scrolls by itself instead of widening the page.
    <Card title={title} aside={aside} className={classNames('min-w-0', className)}>
      {isForbidden ? (
        <Forbidden />
      ) : data !== undefined ? (
        (emptyState(empty?.(data)) ?? children(data))
      ) : error ? (
        <ErrorState title={failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>{skeleton}</Loading>
      )}
    </Card>
  );
}

const emptyState = (words: ReactNode | null | undefined): ReactNode | null =>
  words === null || words === undefined ? null : <EmptyState title={words} />;

function Loading({ children }: { children: ReactNode }) {
  const t = useTranslations('admin');
  return (
    <div aria-busy role="status" aria-label={t('loading')}>
      {children}
    </div>
  );
}

/** Shown if the admin's role has no access (docs/rules.md#admins). */
function Forbidden() {
  const t = useTranslations('admin');
  const admin = useAdmin();
  return (
    <div role="alert">
      <EmptyState
        icon={<Lock size={26} />}
        title={t('forbidden')}
        hint={admin && t('forbidden_hint', { role: t(`roles.${admin.role}`) })}
      />
    </div>
  );
}
