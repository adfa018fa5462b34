import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatPresence } from '#domain/chat/chat.ts';
import { LOCALES, type Locale } from '#domain/identity/locale.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { classNames } from '#web/lib/class-names.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QuietSelect } from '#web/ui/select-field.tsx';
import { useIgnore, useIgnored } from './api.ts';
import type { ChatStatus } from './use-room.ts';

const DOTS: Record<ChatStatus, string> = {
  open: 'bg-good',
  connecting: 'animate-breathe bg-warn',
  closed: 'bg-line-strong',
  error: 'bg-bad',
  idle: 'bg-line-strong',
};

interface ChatHeadProps {
  title: string;
  status: ChatStatus;
  presence: ChatPresence | null;
  /** Notes below the title. */
  notes?: ReactNode;
  /** A choice beside the title. */
  children?: ReactNode;
}

/** Shows the chat's title and status, and the approximate number of people present. */
export function ChatHead({ title, status, presence, notes, children }: ChatHeadProps) {
  const t = useTranslations('chat');
  return (
    <header className="flex flex-none items-center gap-x-3 border-b border-line px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-[14px] font-[650]">{title}</h2>
        <div className="flex flex-wrap items-center gap-x-2.5 text-[12px] text-muted">
          <span role="status" className="flex items-center gap-1.5">
            <span aria-hidden className={classNames('size-[7px] flex-none rounded-full', DOTS[status])} />
            <span aria-hidden>{t(`status.${status}`)}</span>
            <span className="sr-only">{t(`status_long.${status}`)}</span>
          </span>
          {/* Without a connection the number would be outdated. */}
          {presence !== null && presence > 0 && status !== 'error' && (
            <span className="tabular-nums">{presence < 10 ? t('few_here') : t('here', { count: presence })}</span>
          )}
          <IgnoredNote />
          {notes}
        </div>
      </div>
      {children}
    </header>
  );
}

interface RoomSelectProps {
  locale: Locale;
  /** The page's language, whose room is listed first. */
  pageLocale: Locale;
  onLocale: (locale: Locale) => void;
}

/** Chooses among the rooms of a match. */
export function RoomSelect({ locale, pageLocale, onLocale }: RoomSelectProps) {
  const t = useTranslations('chat');
  const rooms = [pageLocale, ...LOCALES.filter((one) => one !== pageLocale)];
  return (
    <QuietSelect
      label={t('room')}
      value={locale}
      options={rooms.map((value) => ({ value, label: LANGUAGES[value].name }))}
      onChange={(value) => onLocale(rooms.find((one) => one === value) ?? pageLocale)}
      className="flex-none"
    />
  );
}

/** Shows how many users are ignored, and opens the list to end that. */
function IgnoredNote() {
  const t = useTranslations('chat');
  const ignored = useIgnored();
  const [isOpen, setOpen] = useState(false);
  // Removing the last one leaves the open dialog in place until it is closed.
  if (ignored.length === 0 && !isOpen) return null;
  return (
    <>
      <button type="button" className="thumb underline-offset-2 hover:text-text hover:underline" onClick={() => setOpen(true)}>
        {t('ignored', { count: ignored.length })}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t('ignored_title')} lead={t('ignored_lead')}>
        <ul className="grid gap-1">
          {ignored.map((handle) => (
            <IgnoredRow key={handle} handle={handle} />
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function IgnoredRow({ handle }: { handle: string }) {
  const t = useTranslations('chat');
  const ignore = useIgnore();
  return (
    <li className="flex min-h-12 min-w-0 items-center gap-2.5">
      <Avatar handle={handle} size={26} />
      <span className="min-w-0 flex-1 truncate">@{handle}</span>
      <Button
        look="quiet"
        size="s"
        busy={ignore.isPending}
        aria-label={t('show_again_of', { name: `@${handle}` })}
        onClick={() => ignore.mutate({ handle, isIgnored: false }, { onError: (error) => toast('error', errorText(error)) })}
      >
        {t('show_again')}
      </Button>
    </li>
  );
}
