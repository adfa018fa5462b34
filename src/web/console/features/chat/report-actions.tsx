import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type ChatMember,
  type ChatReportDetail,
  keepChatMessage,
  MUTE_HOURS,
  muteUser,
  removeChatMessage,
  restoreChatMessage,
} from '#contract/chat-moderation.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/select-field.tsx';

type ReportAction = 'remove' | 'keep' | 'restore' | 'mute';
const ENDPOINTS = { remove: removeChatMessage, keep: keepChatMessage, restore: restoreChatMessage, mute: muteUser };
const LOOKS = { remove: 'danger', keep: 'quiet', restore: 'quiet', mute: 'quiet' } as const;

/** Returns the actions that are possible now. */
function actionsOf({ state, message, author }: ChatReportDetail): ReportAction[] {
  const canMute = author !== null && message.author?.status !== 'deleted' && !author.mutes.some(({ is_active }) => is_active);
  return [
    ...(state === 'open' || state === null ? (['remove'] as const) : []),
    ...(state === 'open' ? (['keep'] as const) : []),
    ...((message.removed === 'moderated' || message.removed === 'group') && message.author ? (['restore'] as const) : []),
    ...(canMute ? (['mute'] as const) : []),
  ];
}

/** Shows the actions that the admin's role permits on a message and its author. */
export function ReportActions({ report }: { report: ChatReportDetail }) {
  const t = useTranslations('admin_chat');
  const role = useAdmin()?.role;
  const [chosen, setChosen] = useState<ReportAction | null>(null);
  const close = () => setChosen(null);
  const { message } = report;
  return (
    <>
      {actionsOf(report)
        .filter((deed) => role !== undefined && ENDPOINTS[deed].access.includes(role))
        .map((deed) => (
          <Button key={deed} size="s" look={LOOKS[deed]} onClick={() => setChosen(deed)}>
            {t(deed)}
          </Button>
        ))}
      {(chosen === 'remove' || chosen === 'keep' || chosen === 'restore') && (
        <DecisionDialog id={message.id} deed={chosen} onClose={close} />
      )}
      {chosen === 'mute' && message.author && <MuteDialog user={message.author} messageId={message.id} onClose={close} />}
    </>
  );
}

interface DecisionDialogProps {
  id: string;
  deed: 'remove' | 'keep' | 'restore';
  onClose: () => void;
}

/** Removes a message, leaves it in place, or shows it again, with a reason. */
function DecisionDialog({ id, deed, onClose }: DecisionDialogProps) {
  const t = useTranslations('admin_chat');
  const remove = useAdminCall(removeChatMessage);
  const keep = useAdminCall(keepChatMessage);
  const restore = useAdminCall(restoreChatMessage);
  const calls = { remove, keep, restore };

  async function confirm(reason: string) {
    await calls[deed].mutateAsync({ id, reason });
    toast('success', t(({ remove: 'removed_done', keep: 'kept_done', restore: 'restored_done' } as const)[deed]));
  }

  return (
    <ReasonDialog
      title={t(`${deed}_title`)}
      lead={t(`${deed}_lead`)}
      submit={t(deed)}
      look={deed === 'remove' ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={confirm}
    />
  );
}

const FOREVER = 'forever';
const LENGTHS = [...MUTE_HOURS.map((hours) => `${hours}` as const), FOREVER] as const;

interface MuteDialogProps {
  user: ChatMember;
  /** The message that caused it. */
  messageId?: string;
  onClose: () => void;
}

/** Mutes a user for a time, with a reason that they see. */
function MuteDialog({ user, messageId, onClose }: MuteDialogProps) {
  const t = useTranslations('admin_chat');
  const mute = useAdminCall(muteUser);
  const [length, setLength] = useState<(typeof LENGTHS)[number]>('24');

  async function confirm(reason: string) {
    const hours = MUTE_HOURS.find((one) => `${one}` === length) ?? null;
    await mute.mutateAsync({ user_id: user.id, hours, reason, ...(messageId && { message_id: messageId }) });
    toast('success', t('muted_done'));
  }

  return (
    <ReasonDialog
      title={t('mute_title', { name: user.display_name })}
      lead={t('mute_lead')}
      submit={t('mute')}
      look="danger"
      reasonHint={t('read_by_user')}
      onClose={onClose}
      onConfirm={confirm}
    >
      <SelectField
        label={t('mute_for')}
        value={length}
        options={LENGTHS.map((value) => ({ value, label: t(`mute_length.${value}`) }))}
        onChange={setLength}
      />
    </ReasonDialog>
  );
}
