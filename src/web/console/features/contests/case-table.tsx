import { useFormatter, useTranslations } from 'use-intl';
import type { ContestCase } from '#contract/contest-admin.ts';
import { type Column, DataTable } from '#web/console/ui/data-table.tsx';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { localName } from '#web/lib/local-name.ts';
import { Tag } from '#web/ui/card.tsx';
import { CaseState, MatchStanding, useMatchName } from './contest-case.tsx';

/** After six hours a contest without a result is unresolved in any case (docs/rules.md#contest-states): from then on its time is red. */
const LATE_AFTER_MS = 6 * 3_600_000;

/** A table of contests: their match, their points, and why they need a person. */
export function CaseTable({ rows, isStale }: { rows: readonly ContestCase[]; isStale: boolean }) {
  const t = useTranslations();
  const format = useFormatter();
  const locale = useLocale();
  const nameOf = useMatchName();
  const columns: Column<ContestCase>[] = [
    { key: 'match', title: t('admin_contests.match'), cell: ({ match }) => nameOf(match), className: 'min-w-[180px]' },
    {
      key: 'league',
      title: t('admin_contests.league'),
      cell: ({ match }) => localName(match.league, locale),
      className: 'text-muted',
      isExtra: true,
    },
    {
      key: 'kickoff',
      title: t('admin_contests.kickoff'),
      cell: ({ match }) => (match.kickoff_at === null ? '–' : format.dateTime(new Date(match.kickoff_at), 'day_time')),
      className: 'num whitespace-nowrap',
    },
    { key: 'standing', title: t('admin_contests.standing'), cell: ({ match }) => <MatchStanding match={match} /> },
    { key: 'market', title: t('admin_contests.market'), cell: ({ market }) => t(`bets.markets.${market}`) },
    { key: 'stake', title: t('admin_contests.held'), cell: ({ total_stake }) => format.number(total_stake), isNumber: true },
    { key: 'bets', title: t('admin_contests.bets'), cell: ({ bets }) => format.number(bets), isNumber: true, isExtra: true },
    { key: 'state', title: t('admin_contests.state'), cell: (row) => <CaseState contest={row} /> },
    {
      key: 'why',
      title: t('admin_contests.waits'),
      cell: ({ unresolved, approval_id }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          {unresolved && (
            <>
              <WaitingTime since={unresolved.since} lateAfterMs={LATE_AFTER_MS} />
              <span className="text-muted">{t(`admin_contests.why.${unresolved.why}`)}</span>
            </>
          )}
          {approval_id && <Tag tone="warn">{t('admin_contests.second_waits')}</Tag>}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('admin.pages.contests')}
      list="contests"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/admin/contests/${id}`}
      isStale={isStale}
    />
  );
}
