import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { type ListedMute, liftChatMute } from '#contract/chat-moderation.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { textUpTo, useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { type Column, DataTable, TableSkeleton } from '#web/console/ui/data-table.tsx';
import { TimeAgo } from '#web/console/ui/elapsed-time.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { toast } from '#web/data/toasts.ts';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { chatMutesQuery } from './api.ts';
import { MuteState } from './message-facts.tsx';

const STATES = ['active', 'ended', 'all'] as const;

/** Present or past mutes; of one user if the address names one. */
export function MutesTab() {
  const t = useTranslations('admin_chat');
  const { values, change, hrefWith } = useAddress({
    state: (text) => oneOf(STATES, text) ?? 'active',
    user: textUpTo(36),
    page: pageNumber,
  });
  const { state, user, page } = values;
  const query = useQuery(chatMutesQuery({ state, page, ...(user && { user_id: user }) }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2.5">
        <Segmented
          label={t('state')}
          value={state}
          options={STATES.map((value) => ({ value, label: t(`mute_filter.${value}`) }))}
          onChange={(chosen) => change({ state: chosen })}
        />
        {user && (
          <Button look="quiet" size="s" onClick={() => change({ user: '' })}>
            {t('every_user')}
          </Button>
        )}
      </div>
      <Panel
        query={query}
        failed={t('mutes_failed')}
        skeleton={<TableSkeleton rows={8} />}
        empty={({ items }) => (items.length === 0 ? t('mutes_none') : null)}
      >
        {(list) => (
          <>
            <MuteTable rows={list.items} isStale={query.isPlaceholderData} />
            <Pager list={list} hrefOf={(to) => hrefWith({ page: to })} />
          </>
        )}
      </Panel>
    </>
  );
}

function MuteTable({ rows, isStale }: { rows: readonly ListedMute[]; isStale: boolean }) {
  const t = useTranslations('admin_chat');
  const role = useAdmin()?.role;
  const [chosen, setChosen] = useState<ListedMute | null>(null);
  const mayLift = role !== undefined && liftChatMute.access.includes(role);
  const columns: Column<ListedMute>[] = [
    { key: 'user', title: t('user'), cell: ({ user }) => <UserLine user={user} status={user.status} isBrief /> },
    { key: 'until', title: t('lasts'), cell: (mute) => <MuteState mute={mute} /> },
    { key: 'reason', title: t('reason'), className: 'w-[34%]', cell: (mute) => <Reason mute={mute} /> },
    {
      key: 'by',
      title: t('by'),
      isExtra: true,
      className: 'text-muted',
      cell: ({ by }) => <span className="block max-w-[180px] truncate">{by.email}</span>,
    },
    { key: 'since', title: t('since'), className: 'text-muted', cell: ({ created_at }) => <TimeAgo at={created_at} /> },
    {
      key: 'lift',
      title: '',
      className: 'text-right',
      cell: (mute) =>
        mayLift &&
        mute.is_active && (
          <Button size="s" look="quiet" onClick={() => setChosen(mute)}>
            {t('lift')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable label={t('mutes')} columns={columns} rows={rows} keyOf={({ id }) => id} isStale={isStale} />
      {chosen && <LiftDialog mute={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** The reason of a mute, with a link to its message if there is one. */
function Reason({ mute: { reason, message_id } }: { mute: ListedMute }) {
  const t = useTranslations('admin_chat');
  return (
    <span className="block min-w-[160px]">
      <bdi dir="auto" className="line-clamp-3 wrap-anywhere">
        {reason}
      </bdi>
      {message_id && (
        <Link to={`/admin/chat/${message_id}`} className="thumb text-[12.5px] text-muted underline underline-offset-2 hover:text-text">
          {t('the_message')}
        </Link>
      )}
    </span>
  );
}

function LiftDialog({ mute: { id, user }, onClose }: { mute: ListedMute; onClose: () => void }) {
  const t = useTranslations('admin_chat');
  const lift = useAdminCall(liftChatMute);

  async function confirm(reason: string) {
    await lift.mutateAsync({ id, reason });
    toast('success', t('lifted_done'));
  }

  return (
    <ReasonDialog
      title={t('lift_title', { name: user.display_name })}
      lead={t('lift_lead')}
      submit={t('lift')}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
