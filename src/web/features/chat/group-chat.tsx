import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { TipRef } from '#contract/chat.ts';
import type { TippingGroup } from '#contract/tipping-groups.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { groupMutesQuery, useGroupModeration } from './api.ts';
import { Room } from './chat-panel.tsx';
import type { TipShown } from './message-context.ts';

interface GroupChatProps {
  group: Pick<TippingGroup, 'id' | 'role'>;
  /** The height while there is something to read or to write. */
  className: string;
  tips: TipShown;
}

/** Shows the chat of a tipping group to a member; the owner and helpers also moderate it. */
export function GroupChat({ group, className, tips }: GroupChatProps) {
  const t = useTranslations('chat');
  const moderation = useGroupModeration(group.id);
  const isModerator = group.role === 'owner' || group.role === 'helper';
  return (
    <Room
      key={group.id}
      name={{ groupId: group.id }}
      title={t('group.title')}
      match={null}
      moderation={isModerator ? moderation : null}
      className={className}
      tips={tips}
      notes={isModerator && <MutedNote groupId={group.id} />}
    />
  );
}

/** Shows the comments on one tip of a match that has closed, to members. */
export function TipComments({ group, about, name }: { group: GroupChatProps['group']; about: TipRef; name: string }) {
  const t = useTranslations('chat');
  const moderation = useGroupModeration(group.id);
  return (
    <Room
      name={{ groupId: group.id, about }}
      title={t('tip.title', { name })}
      match={null}
      moderation={group.role === 'owner' || group.role === 'helper' ? moderation : null}
      className="h-[min(380px,60dvh)]"
    />
  );
}

/** Says how many members are muted, and opens the list to end that. */
function MutedNote({ groupId }: { groupId: string }) {
  const t = useTranslations('chat');
  const muted = useQuery(groupMutesQuery(groupId)).data?.items ?? [];
  const [isOpen, setOpen] = useState(false);
  // Ending the last mute leaves the open dialog in place until it is closed.
  if (muted.length === 0 && !isOpen) return null;
  return (
    <>
      <button type="button" className="thumb underline-offset-2 hover:text-text hover:underline" onClick={() => setOpen(true)}>
        {t('group.muted', { count: muted.length })}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('group.muted_title')} lead={t('group.muted_lead')}>
        <ul className="grid gap-1">
          {muted.map((mute) => (
            <MutedRow key={mute.handle} groupId={groupId} {...mute} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function MutedRow({ groupId, handle, until }: { groupId: string; handle: string; until: string | null }) {
  const t = useTranslations('chat');
  const format = useFormatter();
  const { unmute } = useGroupModeration(groupId);
  const [isBusy, setBusy] = useState(false);
  const end = () => {
    setBusy(true);
    unmute(handle)
      .catch((error: unknown) => toast('error', errorText(error)))
      .finally(() => setBusy(false));
  };
  return (
    <li className="flex min-h-12 min-w-0 items-center gap-2.5">
      <Avatar handle={handle} size={26} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate">@{handle}</span>
        <span className="text-[12px] text-muted">
          {until === null ? t('group.for_good') : t('group.until', { until: format.dateTime(new Date(until), 'day_time') })}
        </span>
      </span>
      <Button look="quiet" size="s" busy={isBusy} aria-label={t('group.unmute_of', { name: `@${handle}` })} onClick={end}>
        {t('group.unmute')}
      </Button>
    </li>
  );
}
