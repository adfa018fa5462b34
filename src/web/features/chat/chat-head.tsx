import { useTranslations } from 'use-intl';
import type { ChatPresence } from '#domain/chat.ts';
import { LOCALES, type Locale } from '#domain/locale.ts';
import { classNames } from '#web/lib/class-names.ts';
import { LANGUAGES } from '#web/lib/languages.ts';
import { QuietSelect } from '#web/ui/quiet-select.tsx';
import type { ChatStatus } from './chat-status.ts';
import { IgnoredNote } from './ignored-dialog.tsx';

const DOTS: Record<ChatStatus, string> = {
  open: 'bg-good',
  connecting: 'animate-breathe bg-warn',
  closed: 'bg-line-strong',
  error: 'bg-bad',
  idle: 'bg-line-strong',
};

interface ChatHeadProps {
  status: ChatStatus;
  presence: ChatPresence | null;
  locale: Locale;
  /** The page's language, whose room comes first. */
  pageLocale: Locale;
  onLocale: (locale: Locale) => void;
}

/** What the chat is and how it is, about how many are here, and the rooms of the other languages. */
export function ChatHead({ status, presence, locale, pageLocale, onLocale }: ChatHeadProps) {
  const t = useTranslations('chat');
  const rooms = [pageLocale, ...LOCALES.filter((one) => one !== pageLocale)];
  return (
    <header className="flex flex-none items-center gap-x-3 border-b border-line px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-[14px] font-[650]">{t('title')}</h2>
        <div className="flex flex-wrap items-center gap-x-2.5 text-[12px] text-muted">
          <span role="status" className="flex items-center gap-1.5">
            <span aria-hidden className={classNames('size-[7px] flex-none rounded-full', DOTS[status])} />
            <span aria-hidden>{t(`status.${status}`)}</span>
            <span className="sr-only">{t(`status_long.${status}`)}</span>
          </span>
          {/* Without a connection nobody says when it changes. */}
          {presence !== null && presence > 0 && status !== 'error' && (
            <span className="tabular-nums">{presence < 10 ? t('few_here') : t('here', { count: presence })}</span>
          )}
          <IgnoredNote />
        </div>
      </div>
      <QuietSelect
        label={t('room')}
        value={locale}
        options={rooms.map((value) => ({ value, label: LANGUAGES[value].name }))}
        onChange={(value) => onLocale(rooms.find((one) => one === value) ?? pageLocale)}
        className="flex-none"
      />
    </header>
  );
}
