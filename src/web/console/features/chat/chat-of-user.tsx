import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { UserChatRow } from '#contract/user-records.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { pageNumber } from '#web/lib/address-values.ts';
import { Pager } from '#web/ui/pager.tsx';
import { userChatQuery } from './api.ts';
import { RemovedTag, SaidText, useRoomName } from './message-facts.tsx';

/** A user's messages of the last 30 days, with links to their conversations, and to the user's mutes. */
export function ChatOfUser({ id }: { id: string }) {
  const t = useTranslations();
  const { values, hrefWith } = useAddress({ page: pageNumber });
  const query = useQuery(userChatQuery({ id, ...values }));
  return (
    <Panel
      title={t('admin_users.chat.title')}
      aside={
        <Link to={`/admin/chat?tab=mutes&state=all&user=${id}`} className="underline underline-offset-2">
          {t('admin_chat.mutes_of_user')}
        </Link>
      }
      query={query}
      failed={t('admin_users.chat.failed')}
      skeleton={<TableSkeleton />}
      empty={({ items }) => (items.length === 0 ? t('admin_users.chat.none') : null)}
    >
      {(list) => (
        <>
          <MessageTable rows={list.items} isStale={query.isPlaceholderData} />
          <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
        </>
      )}
    </Panel>
  );
}

function MessageTable({ rows, isStale }: { rows: readonly UserChatRow[]; isStale: boolean }) {
  const t = useTranslations();
  const format = useFormatter();
  const roomName = useRoomName();
  const columns: Column<UserChatRow>[] = [
    {
      key: 'when',
      title: t('admin_evidence.when'),
      className: 'num text-muted md:whitespace-nowrap',
      cell: ({ message }) => <time dateTime={message.at}>{format.dateTime(new Date(message.at), 'day_time')}</time>,
    },
    {
      key: 'message',
      title: t('admin_chat.message'),
      className: 'w-full',
      cell: ({ message, ...room }) => (
        <>
          <SaidText message={message} isBrief />
          <span className="flex flex-wrap items-center gap-1.5 text-[12.5px] text-muted">
            {roomName(room)}
            <RemovedTag removed={message.removed} />
          </span>
        </>
      ),
    },
  ];
  return (
    <DataTable
      label={t('admin_users.chat.title')}
      columns={columns}
      rows={rows}
      keyOf={({ message }) => message.id}
      hrefOf={({ message }) => `/admin/chat/${message.id}`}
      isStale={isStale}
    />
  );
}
