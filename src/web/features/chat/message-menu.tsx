import Copy from 'lucide-react/icons/copy';
import Flag from 'lucide-react/icons/flag';
import MicOff from 'lucide-react/icons/mic-off';
import Reply from 'lucide-react/icons/reply';
import Trash from 'lucide-react/icons/trash';
import UserX from 'lucide-react/icons/user-x';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { GROUP_MUTE_HOURS } from '#domain/chat/chat.ts';
import { useUser } from '#web/data/session.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx';
import { useMessage, useMessageActions } from './message-context.ts';

/** The actions for a message: remove the user's own; report others' or ignore their authors. */
export function MessageMenu({ trigger }: { trigger: ReactElement }) {
  const t = useTranslations('chat');
  const message = useMessage();
  const { onReply, onReport, onDelete, onIgnore, moderate, focusAfterMenu } = useMessageActions();
  const user = useUser();
  const isOwn = user !== null && message.author?.handle === user.public_handle;
  return (
    <Menu trigger={trigger} focusAfter={focusAfterMenu}>
      {onReply && (
        <MenuItem onSelect={() => onReply(message)}>
          <Reply size={16} aria-hidden /> {t('reply')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void copyText(message.text)}>
        <Copy size={16} aria-hidden /> {t('copy')}
      </MenuItem>
      {isOwn && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => onDelete(message)}>
            <Trash size={16} aria-hidden /> {t('delete')}
          </MenuItem>
        </>
      )}
      {!isOwn && message.author && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => onReport(message)}>
            <Flag size={16} aria-hidden /> {t('report')}
          </MenuItem>
          <MenuItem onSelect={() => onIgnore(message)}>
            <UserX size={16} aria-hidden className="flex-none" />
            <span className="max-w-[220px] truncate">{t('ignore', { name: message.author.name })}</span>
          </MenuItem>
        </>
      )}
      {!isOwn && moderate && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => moderate.onRemove(message)}>
            <Trash size={16} aria-hidden /> {t('group.remove')}
          </MenuItem>
          {message.author && (
            <>
              <MenuItem onSelect={() => moderate.onMute(message, GROUP_MUTE_HOURS)}>
                <MicOff size={16} aria-hidden /> {t('group.mute_day')}
              </MenuItem>
              <MenuItem onSelect={() => moderate.onMute(message, null)}>
                <MicOff size={16} aria-hidden /> {t('group.mute_for_good')}
              </MenuItem>
            </>
          )}
        </>
      )}
    </Menu>
  );
}
