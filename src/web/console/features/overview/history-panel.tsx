import { useTranslations } from 'use-intl';
import type { FeedState } from '#contract/overview.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { Card } from '#web/ui/card.tsx';

interface Row {
  feed: string;
  league: string;
  seasons: FeedState['history'][number]['seasons'];
}

/** Which past seasons of each league are imported, to come, or refused by the provider; nothing if none is wanted. */
export function HistoryPanel({ feeds }: { feeds: readonly FeedState[] }) {
  const t = useTranslations('admin_overview');
  const rows = feeds.flatMap(({ feed, history }) => history.map((one): Row => ({ feed, ...one })));
  if (rows.length === 0) return null;
  const columns: Column<Row>[] = [
    {
      key: 'league',
      title: t('history_league'),
      cell: ({ league, feed }) => (
        <>
          <span className="font-semibold">{league}</span> <span className="text-muted">{feed}</span>
        </>
      ),
    },
    {
      key: 'imported',
      title: t('history_imported'),
      isNumber: true,
      cell: ({ seasons }) => t('history_count', { fetched: inState(seasons, 'fetched').length, wanted: seasons.length }),
    },
    { key: 'waiting', title: t('history_waiting'), cell: ({ seasons }) => namesOf(inState(seasons, 'waiting')) },
    { key: 'refused', title: t('history_refused'), cell: ({ seasons }) => <Refused seasons={inState(seasons, 'refused')} /> },
  ];
  return (
    <Card title={t('history')}>
      <DataTable
        label={t('history')}
        columns={columns}
        rows={rows}
        keyOf={({ feed, league, seasons }) => `${feed} ${league} ${seasons[0]?.season}`}
        hasKeys={false}
      />
    </Card>
  );
}

const inState = (seasons: Row['seasons'], wanted: Row['seasons'][number]['state']) => seasons.filter(({ state }) => state === wanted);

const namesOf = (seasons: Row['seasons']): string => (seasons.length === 0 ? '–' : seasons.map(({ season }) => season).join(', '));

/** The refused seasons, and the provider's own words, each once. */
function Refused({ seasons }: { seasons: Row['seasons'] }) {
  const problems = [...new Set(seasons.flatMap(({ problem }) => problem ?? []))];
  return (
    <>
      {namesOf(seasons)}
      {problems.map((problem) => (
        <span key={problem} className="block max-w-[360px] text-muted" lang="en">
          {problem}
        </span>
      ))}
    </>
  );
}
