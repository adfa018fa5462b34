import { useInfiniteQuery } from '@tanstack/react-query';
import EyeOff from 'lucide-react/icons/eye-off';
import Heart from 'lucide-react/icons/heart';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { SurvivorRow } from '#contract/survivor.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { tableQuery } from './api.ts';
import { Lives } from './entry-view.tsx';

/** Who is in and who is out, with the last pick of each that is shown. `of`: the lives that everybody began with. */
export function SurvivorTable({ gameId, of }: { gameId: string; of: number }) {
  const t = useTranslations('survivor');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(tableQuery(gameId));
  if (!data && error) return <ErrorState title={t('table_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[360px] rounded-card" />;
  const rows = data.pages.flatMap(({ items }) => items);
  if (data.pages.some(({ is_hidden }) => is_hidden))
    return <EmptyState icon={<EyeOff size={28} />} title={t('table_hidden')} hint={t('table_hidden_hint')} />;
  if (rows.length === 0) return <EmptyState icon={<Heart size={28} />} title={t('table_none')} hint={t('table_none_hint')} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4">
      <table className="w-full table-fixed text-[13.5px]">
        <caption className="sr-only">{t('tabs.table')}</caption>
        <thead className="text-left text-[12.5px] text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="w-12 py-2 pl-2 font-medium">
              {t('column.rank')}
            </th>
            <th scope="col" className="py-2 font-medium">
              {t('column.name')}
            </th>
            <th scope="col" className="w-[36%] py-2 font-medium">
              {t('column.pick')}
            </th>
            <th scope="col" className="w-[84px] py-2 pr-2 text-right font-medium">
              {t('column.state')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={row.id ?? `${row.handle} ${index}`} row={row} of={of} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

function Row({ row, of }: { row: SurvivorRow; of: number }) {
  const t = useTranslations('survivor');
  const { rank, handle, is_me, lives, out, pick } = row;
  return (
    <tr className={classNames('border-b border-line', is_me && 'bg-accent-soft')}>
      <td className="num py-2.5 pl-2 text-muted">{handle === null ? '–' : rank}</td>
      <td className={classNames('py-2.5 pr-2', out !== null && 'text-muted')}>
        <Name row={row} />
        {handle === null && <span className="block text-[12px] text-muted">{t('model_note')}</span>}
      </td>
      <td className="py-2.5 pr-2">
        {pick ? <PickName pick={pick} isOut={out !== null} /> : <span className="text-faint">{t('no_pick')}</span>}
      </td>
      <td className="py-2.5 pr-2 text-right">
        {out === null ? (
          <Lives lives={lives} of={of} size={14} />
        ) : (
          <span className="text-[12.5px] text-bad">{t('row_out', { round: out })}</span>
        )}
      </td>
    </tr>
  );
}

function Name({ row: { id, handle } }: { row: SurvivorRow }) {
  const t = useTranslations('survivor');
  const name = handle ?? t('model');
  const text = (
    <span className="line-clamp-2 font-[550] wrap-anywhere" title={name}>
      {name}
    </span>
  );
  if (id === null) return text;
  return (
    <Link to={`/survivor/entry/${id}`} className="thumb relative block min-w-0 hover:underline">
      {text}
    </Link>
  );
}

function PickName({ pick: { team }, isOut }: { pick: NonNullable<SurvivorRow['pick']>; isOut: boolean }) {
  const name = useLocalName()(team);
  return (
    <span className={classNames('flex min-w-0 items-center gap-2', isOut && 'text-muted line-through')}>
      <Crest team={team} size={16} />
      <span className="truncate" title={name}>
        {name}
      </span>
    </span>
  );
}
