import { useQuery } from '@tanstack/react-query';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/data/api-error.ts';
import { entryQuery } from '#web/features/brackets/api.ts';
import { hrefOf } from '#web/features/brackets/competition-list.tsx';
import { EntryView } from '#web/features/brackets/entry-view.tsx';
import { loadBracketWords } from '#web/i18n/bracket-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { NotFound } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadBracketWords;

/** The bracket at an address: secret until its first match has begun, then with its points. */
export function BracketEntryPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const { data, error, refetch } = useQuery(entryQuery(useParams().entryId!));
  const isMissing = !data && error instanceof ApiError && error.status === 404;
  const title = isMissing
    ? t('titles.bracket_missing')
    : data?.entry
      ? data.entry.handle === null
        ? t('brackets.entry_model')
        : t('brackets.entry_title', { name: data.entry.handle })
      : t('titles.bracket_entry');
  usePage(title, { back: '/bracket' });
  if (isMissing) return <NotFound title={title} />;
  if (!data && error) return <ErrorState title={t('brackets.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="page-width">
        <Skeleton className="h-[560px] rounded-card" />
      </div>
    );
  }
  const toOwn = (
    <Button look="quiet" asChild>
      <Link to={hrefOf(data)}>{t('brackets.make_own')}</Link>
    </Button>
  );
  return (
    <div className="page-width">
      <h1 className="text-[20px] font-[680] wrap-anywhere max-md:sr-only">{title}</h1>
      <p className="mt-1 mb-4 text-muted">{`${nameOf(data.league)} · ${data.season}`}</p>
      {data.entry ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <EntryView entry={data.entry} league={data.league} teams={data.teams} />
          <div>{toOwn}</div>
        </div>
      ) : (
        <EmptyState
          icon={<LockKeyhole size={28} />}
          title={t('brackets.entry_hidden')}
          hint={t('brackets.entry_hidden_hint')}
          action={toOwn}
        />
      )}
    </div>
  );
}
