import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { ListedBet } from '#contract/bets.ts';
import { BET_STATES } from '#domain/settlement/contest.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { useLocalName } from '#web/lib/local-name.ts';
import { usePickName } from '#web/lib/pick-name.ts';
import { Pager } from '#web/ui/pager.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { userBetsQuery } from './api.ts';

/** A user's bets, newest first. */
export function BetsTab({ id }: { id: string }) {
  const t = useTranslations();
  const { values, change, hrefWith } = useAddress({ status: (text) => oneOf(BET_STATES, text), page: pageNumber });
  const query = useQuery(userBetsQuery({ id, ...values }));
  return (
    <Panel
      title={t('admin_users.tabs.bets')}
      aside={
        <QuietSelect
          label={t('admin_users.bet_states')}
          value={values.status ?? ''}
          options={[{ value: '', label: t('bets.all') }, ...BET_STATES.map((value) => ({ value, label: t(`bets.bet_state.${value}`) }))]}
          onChange={(value) => change({ status: oneOf(BET_STATES, value) })}
        />
      }
      query={query}
      failed={t('admin_users.bets_failed')}
      skeleton={<TableSkeleton />}
      empty={({ items }) => (items.length === 0 ? t('admin_users.bets_none') : null)}
    >
      {(list) => (
        <>
          <BetTable rows={list.items} isStale={query.isPlaceholderData} />
          <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
        </>
      )}
    </Panel>
  );
}

function BetTable({ rows, isStale }: { rows: readonly ListedBet[]; isStale: boolean }) {
  const t = useTranslations();
  const format = useFormatter();
  const nameOf = useLocalName();
  const columns: Column<ListedBet>[] = [
    {
      key: 'placed',
      title: t('admin_users.placed'),
      className: 'num whitespace-nowrap text-muted',
      cell: ({ placed_at }) => format.dateTime(new Date(placed_at), 'day_time_year'),
    },
    { key: 'match', title: t('admin_users.match'), cell: ({ match }) => `${nameOf(match.home)} – ${nameOf(match.away)}` },
    { key: 'market', title: t('bets.market'), cell: ({ market }) => t(`bets.markets.${market}`) },
    { key: 'pick', title: t('admin_users.pick'), cell: (bet) => <PickWords bet={bet} /> },
    { key: 'stake', title: t('admin_users.stake'), isNumber: true, cell: ({ stake }) => format.number(stake) },
    {
      key: 'odds',
      title: t('admin_users.odds'),
      isNumber: true,
      cell: ({ odds }) => (odds === null ? '–' : format.number(odds, { minimumFractionDigits: 2, maximumFractionDigits: 2 })),
    },
    {
      key: 'returned',
      title: t('admin_users.returned'),
      isNumber: true,
      cell: ({ state, payout, refund }) => (state === 'ongoing' || state === 'unknown' ? '–' : format.number(payout + refund)),
    },
    { key: 'state', title: t('admin_users.state'), cell: ({ state }) => t(`bets.bet_state.${state}`) },
  ];
  return (
    <DataTable
      label={t('admin_users.tabs.bets')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      hrefOf={({ contest_id }) => `/admin/contests/${contest_id}`}
      isStale={isStale}
    />
  );
}

function PickWords({ bet: { match, pick } }: { bet: ListedBet }) {
  return usePickName(match)(pick);
}
