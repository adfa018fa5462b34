import { useInfiniteQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import Printer from 'lucide-react/icons/printer';
import Trophy from 'lucide-react/icons/trophy';
import { type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { downloadTippingTable } from '#contract/tipping-tips.ts';
import { isInPeriod, isPast, monthsOf, periodsOf, TABLE_PERIOD } from '#domain/tipping/table-period.ts';
import { errorText } from '#web/data/api-error.ts';
import { callForFile } from '#web/data/call.ts';
import { toast } from '#web/data/toasts.ts';
import { saveFile } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { LiveDot } from '#web/ui/match-marks.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { type TableOf, useTableQuery } from './api.ts';
import { HeadToHeadDialog } from './head-to-head.tsx';
import { HistoryCard } from './history-chart.tsx';
import { isMixed, useRoundLabel } from './round-label.ts';
import { GroupTable } from './table-rows.tsx';

/** Reads what the address says the table is of; anything else is the whole table. */
function readTableOf(params: URLSearchParams, group: TippingGroup): TableOf {
  const [round, period] = [params.get('of'), params.get('period')];
  if (round !== null && group.rounds.some(({ key }) => key === round)) return { round };
  return period !== null && TABLE_PERIOD.test(period) ? { period } : {};
}

interface TableTabProps {
  group: TippingGroup;
  /** Returns the button that shares the table after a round: for members, once it is over. */
  share: (roundKey: string) => ReactNode;
}

/** The table of a group as it stands, of all rounds, a round, a month or a half-year; and how places moved. */
export function TableTab({ group, share }: TableTabProps) {
  const t = useTranslations('tipping');
  const [params] = useSearchParams();
  const of = readTableOf(params, group);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(useTableQuery(group.id, of));
  const [compared, setCompared] = useState<string | null>(null);
  const table = useRef<HTMLDivElement>(null);
  const first = data?.pages[0];
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  const isOver = isDecided(group, of);
  const findMe = () => table.current?.querySelector('[data-me]')?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <TableFilter group={group} of={of} />
        {first?.me && (
          <Button look="plain" size="s" onClick={findMe}>
            <LocateFixed size={15} aria-hidden />
            {t('find_me')}
          </Button>
        )}
        <span className="ml-auto flex gap-1">
          {of.round !== undefined && isOver && first?.me && share(of.round)}
          <CsvButton groupId={group.id} />
          <Button look="plain" size="s" onClick={() => window.print()} className="max-md:hidden">
            <Printer size={15} aria-hidden />
            {t('print')}
          </Button>
        </span>
      </div>
      {!data && error && <ErrorState title={t('table_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[420px] rounded-card" />}
      {data && rows.length === 0 && <EmptyState icon={<Trophy size={28} />} title={t('table_none')} hint={t('table_none_hint')} />}
      {first && rows.length > 0 && (
        <div ref={table}>
          <div className="mb-2 flex items-center gap-3 text-[13px] text-muted">
            {first.is_live ? (
              <span className="flex items-center gap-2 font-[620] text-live">
                <LiveDot />
                {t('as_it_stands')}
              </span>
            ) : (
              <span>{t('group_points_note')}</span>
            )}
          </div>
          <GroupTable caption={t('table_of', { name: group.name })} rows={rows} me={first.me} hasMedals={isOver} onCompare={setCompared} />
          {hasNextPage && (
            <Button look="quiet" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="mt-3 print:hidden">
              {t('show_more')}
            </Button>
          )}
          <Ties group={group} />
        </div>
      )}
      {rows.length > 0 && <HistoryCard group={group} />}
      {compared !== null && <HeadToHeadDialog group={group} handle={compared} onClose={() => setCompared(null)} />}
    </div>
  );
}

/** Whether a round or a period is over, so that its first three have won medals. */
function isDecided(group: TippingGroup, { round, period }: TableOf): boolean {
  if (round !== undefined) return group.rounds.find(({ key }) => key === round)?.state === 'over';
  if (period === undefined || !isPast(period, new Date().toISOString())) return false;
  const rounds = group.rounds.filter(({ starts_at }) => starts_at !== null && isInPeriod(starts_at, period));
  return rounds.length > 0 && rounds.every(({ state }) => state === 'over');
}

/** What decides between members with equal points. */
function Ties({ group }: { group: TippingGroup }) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const { ties } = group.rules;
  if (ties.length === 0) return null;
  return <p className="mt-2 text-[12.5px] text-muted">{t('rule.ties', { list: format.list(ties.map((tie) => t(`tie.${tie}`))) })}</p>;
}

/** Returns the month and the half-year of each round with a date, the latest first. */
const periodsOfRounds = (rounds: TippingGroup['rounds']) =>
  rounds.flatMap(({ starts_at }) => (starts_at === null ? [] : [periodsOf(starts_at)])).toReversed();

function TableFilter({ group, of }: { group: TippingGroup; of: TableOf }) {
  const t = useTranslations('tipping');
  const format = useFormatter();
  const [, setParams] = useSearchParams();
  const labelOf = useRoundLabel(isMixed(group.rounds));
  const begun = group.rounds.filter(({ state }) => state !== 'open');
  const periods = periodsOfRounds(begun);
  // Halves that are the whole season would only repeat the whole table.
  const halves = new Set(periodsOfRounds(group.rounds).map(([, half]) => half)).size > 1 ? periods.map(([, half]) => half) : [];
  const value = of.round !== undefined ? `of=${of.round}` : of.period !== undefined ? `period=${of.period}` : '';
  const periodLabel = (period: string) => {
    const [first, last] = monthsOf(period).map((month) => new Date(`${month}-15T12:00:00Z`)) as [Date, Date];
    return format.dateTimeRange(first, last, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  };
  const choose = (chosen: string) => {
    const [name = '', ...rest] = chosen.split('=');
    setParams({ tab: 'table', ...(chosen !== '' && { [name]: rest.join('=') }) }, { replace: true, preventScrollReset: true });
  };
  return (
    <QuietSelect
      label={t('table_filter')}
      value={value}
      options={[
        { value: '', label: t('all_rounds') },
        ...[...new Set([...halves, ...periods.map(([month]) => month)])].map((period) => ({
          value: `period=${period}`,
          label: periodLabel(period),
        })),
        ...begun.toReversed().map((round) => ({ value: `of=${round.key}`, label: labelOf(round) })),
      ]}
      onChange={choose}
      className="max-w-[240px]"
    />
  );
}

const FILE_NAME = 'tipping-table.csv';

/** Downloads the whole table, with the points of every round. */
function CsvButton({ groupId }: { groupId: string }) {
  const t = useTranslations('tipping');
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await callForFile(downloadTippingTable, { group_id: groupId }), FILE_NAME);
    } catch (error) {
      toast('error', errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="plain" size="s" busy={isBusy} onClick={() => void download()}>
      <Download size={15} aria-hidden />
      {t('csv')}
    </Button>
  );
}
