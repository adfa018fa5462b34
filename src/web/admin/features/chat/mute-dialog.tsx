import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ChatMember, MUTE_HOURS, muteUser } from '#contract/chat-moderation.ts';
import { useAdminCall } from '#web/admin/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/admin/ui/reason-dialog.tsx';
import { toast } from '#web/lib/toasts.ts';
import { SelectField } from '#web/ui/select-field.tsx';

const FOREVER = 'forever';
const LENGTHS = [...MUTE_HOURS.map((hours) => `${hours}` as const), FOREVER] as const;

interface MuteDialogProps {
  user: ChatMember;
  /** The message that it is for. */
  messageId?: string;
  onClose: () => void;
}

/** Keeps somebody from writing for some time, for a reason that they read. */
export function MuteDialog({ user, messageId, onClose }: MuteDialogProps) {
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
