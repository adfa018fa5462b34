import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '#web/data/api-error.ts';
import { entryQuery } from '#web/features/survivor/api.ts';
import { Receipt, StandingLine } from '#web/features/survivor/entry-view.tsx';
import { loadBracketWords } from '#web/i18n/bracket-words.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePage } from '#web/lib/use-page.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { NotFound } from '#web/ui/obstacles.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';

/** The words of this page, which no other page loads first. */
export const loadWords = loadBracketWords;

/** The picks of a survivor entry at an address: those of rounds that have begun. */
export function SurvivorEntryPage() {
  const t = useTranslations();
  const nameOf = useLocalName();
  const { data, error, refetch } = useQuery(entryQuery(useParams().entryId!));
  const isMissing = !data && error instanceof ApiError && error.status === 404;
  const ofWhom = data && (data.handle === null ? t('survivor.entry_model') : t('survivor.entry_title', { name: data.handle }));
  const title = isMissing ? t('survivor.missing') : (ofWhom ?? t('titles.survivor_entry'));
  usePage(title, { back: '/survivor' });
  if (isMissing) return <NotFound title={title} />;
  if (!data && error) return <ErrorState title={t('survivor.failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="page-width max-w-[760px]!">
      {!data && <Skeleton className="h-[560px] rounded-card" />}
      {data && (
        <>
          <h1 className="text-[20px] font-[680] wrap-anywhere max-md:sr-only">{title}</h1>
          <p className="mt-1 mb-4 text-muted">{`${nameOf(data.league)} · ${data.season}`}</p>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Card>
              <StandingLine entry={data} of={data.rules.lives} />
            </Card>
            <Receipt lines={data.lines} of={data.rules.lives} title={title} />
            <div>
              <Button look="quiet" asChild>
                <Link to="/survivor">{t('survivor.make_own')}</Link>
              </Button>
            </div>
          </div>
        </>
      )}
    </div>
  );
}
