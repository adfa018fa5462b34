import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { keepChatMessage, REPORT_STATES, type ReportedMessage, removeChatMessage } from '#contract/chat-moderation.ts';
import { LOCALES } from '#domain/identity/locale.ts';
import { call } from '#web/console/lib/call.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { Bulk, type BulkAction } from '#web/console/ui/bulk.tsx';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { Pager } from '#web/ui/pager.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { chatReportsQuery } from './api.ts';
import { LanguageSelect } from './language-select.tsx';
import { Reasons, RemovedTag, ReportStateDot, SaidText, useRoomName } from './message-facts.tsx';

const STATES = [...REPORT_STATES, 'all'] as const;

/** Reported or held messages, by state and language, with links to the conversation. */
export function ReportsTab() {
  const t = useTranslations('admin_chat');
  const { values, change, hrefWith } = useAddress({
    state: (text) => oneOf(STATES, text) ?? 'open',
    locale: (text) => oneOf(LOCALES, text),
    page: pageNumber,
  });
  const { state, locale, page } = values;
  const role = useAdmin()?.role;
  const actions: BulkAction<ReportedMessage>[] =
    role !== undefined && keepChatMessage.access.includes(role)
      ? [
          { key: 'keep', label: t('keep'), asks: 'reason', run: ({ message: { id } }, reason) => call(keepChatMessage, { id, reason }) },
          {
            ...{ key: 'remove', label: t('remove'), look: 'danger', asks: 'reason' },
            run: ({ message: { id } }, reason) => call(removeChatMessage, { id, reason }),
          },
        ]
      : [];
  const query = useQuery(chatReportsQuery({ state, page, ...(locale && { locale }) }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-2.5">
        <Segmented
          label={t('state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`report_filter.${value}`) }))}
          onChange={(chosen) => change({ state: chosen })}
        />
        <LanguageSelect value={locale} onChange={(chosen) => change({ locale: chosen })} />
      </div>
      <Panel
        query={query}
        failed={t('reports_failed')}
        skeleton={<TableSkeleton rows={8} />}
        empty={({ items }) => (items.length > 0 ? null : t(state === 'open' ? 'reports_none_open' : 'reports_none'))}
      >
        {(list) => (
          <>
            <Bulk
              items={list.items.filter((row) => row.state === 'open')}
              keyOf={({ message }) => message.id}
              nameOf={({ message: { author, id } }) => `${author?.display_name ?? t('nobody')} #${id}`}
              actions={actions}
            >
              {(checkbox) => (
                <ReportTable
                  rows={list.items}
                  isMixed={state === 'all'}
                  isStale={query.isPlaceholderData}
                  {...(actions.length > 0 && { checkbox })}
                />
              )}
            </Bulk>
            <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
          </>
        )}
      </Panel>
    </>
  );
}

interface ReportTableProps {
  rows: readonly ReportedMessage[];
  /** Whether the rows have several states: otherwise the filter shows the state. */
  isMixed: boolean;
  isStale: boolean;
  /** Chooses a row among others; absent for roles that decide nothing. */
  checkbox?: (row: ReportedMessage) => ReactNode;
}

function ReportTable({ rows, isMixed, isStale, checkbox }: ReportTableProps) {
  const t = useTranslations('admin_chat');
  const format = useFormatter();
  const roomName = useRoomName();
  const columns: Column<ReportedMessage>[] = [
    {
      key: 'message',
      title: t('message'),
      className: 'w-[38%]',
      cell: ({ message }) => <SaidText message={message} isBrief />,
    },
    {
      key: 'author',
      title: t('author'),
      cell: ({ message: { author } }) =>
        author ? <UserLine user={author} status={author.status} isBrief /> : <span className="text-muted">{t('nobody')}</span>,
    },
    {
      key: 'why',
      title: t('why'),
      cell: ({ reasons, message }) => (
        <span className="flex flex-wrap items-center gap-1">
          <Reasons reasons={reasons} />
          <RemovedTag removed={message.removed} />
        </span>
      ),
    },
    { key: 'reporters', title: t('reporters'), isNumber: true, cell: ({ reporters }) => format.number(reporters) },
    {
      key: 'room',
      title: t('room'),
      isExtra: true,
      cell: (row) => (
        <span className="block max-w-[240px] text-[12.5px] text-muted">
          {roomName(row)}
          {row.locale !== null && ` · ${LANGUAGES[row.locale].name}`}
        </span>
      ),
    },
    ...(checkbox ? [{ key: 'choose', title: '', className: 'w-9', cell: checkbox }] : []),
    { key: 'last', title: t('last_report'), className: 'text-muted', cell: ({ last_at }) => <TimeAgo at={last_at} /> },
    ...(isMixed ? [{ key: 'state', title: t('state'), cell: ({ state }: ReportedMessage) => <ReportStateDot state={state} /> }] : []),
  ];
  return (
    <DataTable
      label={t('reports')}
      columns={columns}
      rows={rows}
      keyOf={({ message }) => message.id}
      hrefOf={({ message }) => `/admin/chat/${message.id}`}
      isStale={isStale}
    />
  );
}
