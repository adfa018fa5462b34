import { useInfiniteQuery } from '@tanstack/react-query';
import EyeOff from 'lucide-react/icons/eye-off';
import Trophy from 'lucide-react/icons/trophy';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { BracketTableRow } from '#contract/brackets.ts';
import { classNames } from '#web/lib/class-names.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { Crest } from '#web/ui/team-name.tsx';
import { type BracketAddress, tableQuery } from './api.ts';

interface RankingProps {
  address: BracketAddress;
  isLate: boolean;
  onChange: (isLate: boolean) => void;
  /** The id of the user's own entry. */
  mineId: string | null;
}

/** The entries of a competition by points: those made in time, or the late ones. */
export function Ranking({ address, isLate, onChange, mineId }: RankingProps) {
  const t = useTranslations('brackets');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Segmented
        label={t('table_kind')}
        value={isLate ? 'late' : 'in_time'}
        options={(['in_time', 'late'] as const).map((value) => ({ value, label: t(`table_kinds.${value}`) }))}
        onChange={(value) => onChange(value === 'late')}
        className="justify-self-start"
      />
      <Rows address={address} isLate={isLate} mineId={mineId} />
    </div>
  );
}

function Rows({ address, isLate, mineId }: Omit<RankingProps, 'onChange'>) {
  const t = useTranslations('brackets');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(tableQuery(address, isLate));
  if (!data && error) return <ErrorState title={t('table_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-[360px] rounded-card" />;
  const rows = data.pages.flatMap(({ items }) => items);
  if (data.pages.some(({ is_hidden }) => is_hidden))
    return <EmptyState icon={<EyeOff size={28} />} title={t('table_hidden')} hint={t('table_hidden_hint')} />;
  if (rows.length === 0) return <EmptyState icon={<Trophy size={28} />} title={t('table_none')} hint={t('table_none_hint')} />;
  return (
    <div className="grid justify-items-center gap-4">
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
            <th scope="col" className="w-[34%] py-2 font-medium">
              {t('column.champion')}
            </th>
            <th scope="col" className="w-14 py-2 pr-2 text-right font-medium">
              {t('column.points')}
            </th>
            <th scope="col" className="w-20 py-2 pr-2 text-right font-medium max-md:hidden">
              {t('column.possible')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isMine={row.id === mineId} />
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

function Row({ row, isMine }: { row: BracketTableRow; isMine: boolean }) {
  const t = useTranslations('brackets');
  const name = row.handle ?? t('model');
  return (
    <tr className={classNames('border-b border-line', isMine && 'bg-accent-soft')}>
      <td className="num py-2.5 pl-2 text-muted">{row.handle === null ? '–' : row.rank}</td>
      <td className="py-2.5 pr-2">
        <Link to={`/bracket/entry/${row.id}`} className="thumb relative flex min-w-0 items-center gap-2 font-[550] hover:underline">
          <span className="truncate" title={name}>
            {name}
          </span>
        </Link>
        {row.handle === null && <span className="block text-[12px] text-muted">{t('model_note')}</span>}
      </td>
      <td className="py-2.5 pr-2">
        <ChampionName row={row} />
      </td>
      <td className="num py-2.5 pr-2 text-right font-[650]">{row.points}</td>
      <td className="num py-2.5 pr-2 text-right text-muted max-md:hidden">{row.possible}</td>
    </tr>
  );
}

/** Struck through once out. */
function ChampionName({ row: { champion, is_alive } }: { row: BracketTableRow }) {
  const name = useLocalName()(champion);
  return (
    <span className={classNames('flex min-w-0 items-center gap-2', !is_alive && 'text-muted line-through')}>
      <Crest team={champion} size={16} />
      <span className="truncate" title={name}>
        {name}
      </span>
    </span>
  );
}
