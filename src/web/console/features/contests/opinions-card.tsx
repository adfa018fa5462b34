import { useFormatter, useTranslations } from 'use-intl';
import type { ContestCaseDetail, SecondOpinionView } from '#contract/contest-admin.ts';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { Card } from '#web/ui/card.tsx';

interface Word extends Pick<SecondOpinionView, 'feed' | 'score' | 'end' | 'result'> {
  status: MatchStatus;
  isSwapped: boolean;
  since: string;
}

/** What the source of a match and other providers say of it, side by side. Empty if only the source speaks. */
export function OpinionsCard({ contest: { match, facts } }: { contest: ContestCaseDetail }) {
  const t = useTranslations();
  const format = useFormatter();
  if (facts.opinions.length === 0) return null;
  const source: Word = {
    ...{ feed: facts.feeds.join(', ') || '–', status: match.status, score: match.score, isSwapped: false },
    ...{ result: facts.result, end: facts.end, since: facts.result_since ?? facts.status_since },
  };
  const words = [source, ...facts.opinions.map(({ is_swapped, told_at, ...word }) => ({ ...word, isSwapped: is_swapped, since: told_at }))];
  const endOf = ({ end, result }: Word) =>
    end === 'off' ? t('admin_contests.opinion_off') : (result?.join('–') ?? t('admin_contests.opinion_none'));
  const columns: Column<Word>[] = [
    {
      key: 'feed',
      title: t('admin_contests.opinion_source'),
      cell: ({ feed, isSwapped }) => (isSwapped ? `${feed} (${t('admin_contests.opinion_swapped')})` : feed),
    },
    {
      key: 'status',
      title: t('admin_contests.opinion_status'),
      cell: ({ status, score }) => [score?.join('–'), t(`match.status.long.${status}`)].filter(Boolean).join(' '),
    },
    { key: 'end', title: t('admin_contests.opinion_end'), cell: endOf },
    {
      key: 'since',
      title: t('admin_contests.opinion_since'),
      cell: ({ since }) => format.dateTime(new Date(since), 'date_time'),
      className: 'num whitespace-nowrap',
    },
  ];
  return (
    <Card title={t('admin_contests.opinions')}>
      <DataTable label={t('admin_contests.opinions')} columns={columns} rows={words} keyOf={({ feed }) => feed} hasKeys={false} />
      <p className="mt-2 text-[12.5px] text-pretty text-muted">{t('admin_contests.opinions_hint')}</p>
    </Card>
  );
}
