import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { APPEAL_STATES, acceptChatAppeal, type ChatAppeal, rejectChatAppeal } from '#contract/chat-moderation.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAddress } from '#web/console/lib/use-address.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { Panel } from '#web/console/ui/panel.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { UserLine } from '#web/console/ui/user-line.tsx';
import { toast } from '#web/data/toasts.ts';
import { oneOf, pageNumber } from '#web/lib/address-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { chatAppealsQuery } from './api.ts';
import { MuteState } from './message-facts.tsx';

const STATES = [...APPEAL_STATES, 'all'] as const;
const TONES = { open: 'warn', accepted: 'good', refused: 'bad' } as const;

interface Chosen {
  appeal: ChatAppeal;
  deed: 'accept' | 'refuse';
}

/** Appeals against mutes, the longest waiting first. */
export function AppealsTab() {
  const t = useTranslations('admin_chat');
  const { values, change, hrefWith } = useAddress({ state: (text) => oneOf(STATES, text) ?? 'open', page: pageNumber });
  const query = useQuery(chatAppealsQuery(values));
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-2.5">
        <Segmented
          label={t('state')}
          value={values.state}
          options={STATES.map((value) => ({ value, label: t(`appeal_filter.${value}`) }))}
          onChange={(state) => change({ state })}
        />
      </div>
      <Panel
        query={query}
        failed={t('appeals_failed')}
        skeleton={<Skeleton className="h-[260px]" />}
        empty={({ items }) => (items.length > 0 ? null : t(values.state === 'open' ? 'appeals_none_open' : 'appeals_none'))}
      >
        {(list) => (
          <>
            <ul className={query.isPlaceholderData ? 'opacity-60' : undefined}>
              {list.items.map((appeal) => (
                <AppealItem key={appeal.id} appeal={appeal} onDecide={(deed) => setChosen({ appeal, deed })} />
              ))}
            </ul>
            <Pager list={list} hrefOf={(page) => hrefWith({ page })} />
          </>
        )}
      </Panel>
      {chosen && <AppealDialog {...chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function AppealItem({ appeal, onDecide }: { appeal: ChatAppeal; onDecide: (deed: Chosen['deed']) => void }) {
  const t = useTranslations('admin_chat');
  const format = useFormatter();
  const role = useAdmin()?.role;
  const { mute, text, state, answer, created_at, decided_at, decided_by } = appeal;
  const when = (at: string) => format.dateTime(new Date(at), 'date_time');
  return (
    <li className="grid gap-1.5 border-b border-line py-3.5 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <UserLine user={mute.user} status={mute.user.status} />
        <MuteState mute={mute} />
        <span className="ml-auto flex items-center gap-3 text-[13px]">
          {state === 'open' ? <WaitingTime since={created_at} lateAfterMs={86_400_000} /> : null}
          <StateDot tone={TONES[state]}>{t(`appeal_state.${state}`)}</StateDot>
        </span>
      </div>
      <Words>{text}</Words>
      <p className="text-[12.5px] wrap-anywhere text-muted">
        {t('muted_for', { reason: mute.reason })} · {t('muted_by', { email: mute.by.email, when: when(mute.created_at) })}
      </p>
      {answer !== null && decided_by && decided_at && (
        <p className="text-[12.5px] wrap-anywhere text-muted">
          {t('answered', { answer })} · {t('decided', { email: decided_by.email, when: when(decided_at) })}
        </p>
      )}
      {state === 'open' && role !== undefined && acceptChatAppeal.access.includes(role) && (
        <div className="flex flex-wrap gap-2">
          <Button size="s" look="quiet" onClick={() => onDecide('accept')}>
            {t('accept')}
          </Button>
          <Button size="s" look="plain" onClick={() => onDecide('refuse')}>
            {t('refuse')}
          </Button>
        </div>
      )}
    </li>
  );
}

const Words = ({ children }: { children: string }) => (
  <p className="max-w-[80ch] text-[14px]">
    <bdi dir="auto" className="block wrap-anywhere whitespace-pre-line">
      {children}
    </bdi>
  </p>
);

function AppealDialog({ appeal, deed, onClose }: Chosen & { onClose: () => void }) {
  const t = useTranslations('admin_chat');
  const accept = useAdminCall(acceptChatAppeal);
  const refuse = useAdminCall(rejectChatAppeal);

  async function confirm(reason: string) {
    await (deed === 'accept' ? accept : refuse).mutateAsync({ id: appeal.id, reason });
    toast('success', t(deed === 'accept' ? 'accepted_done' : 'refused_done'));
  }

  return (
    <ReasonDialog
      title={t(`${deed}_title`, { name: appeal.mute.user.display_name })}
      lead={t(`${deed}_lead`)}
      submit={t(deed)}
      look={deed === 'accept' ? 'primary' : 'danger'}
      reasonHint={t('read_by_user')}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}
