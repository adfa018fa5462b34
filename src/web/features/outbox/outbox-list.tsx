import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ClipboardCopy from 'lucide-react/icons/clipboard-copy';
import Inbox from 'lucide-react/icons/inbox';
import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { MessageChannel, OutboxMessage } from '#contract/outbox.ts';
import { copyText } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { mailUrl, outboxQuery } from './api.ts';

/** Lists all messages the demo would have sent, or those to one address. The address bar keeps the filter and page. */
export function OutboxList() {
  const t = useTranslations('outbox');
  const [params, setParams] = useSearchParams();
  const to = params.get('to') ?? '';
  const page = Number(/^[1-9]\d{0,3}$/.exec(params.get('page') ?? '')?.[0] ?? 1);
  const { data, error, refetch } = useQuery(outboxQuery({ to: to.trim().toLowerCase(), page }));
  const filterBy = (address: string) => setParams(address === '' ? {} : { to: address }, { replace: true });
  return (
    <>
      <TextField
        label={t('filter')}
        type="search"
        name="to"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={to}
        onChange={(event) => filterBy(event.target.value)}
        className="mb-4 max-w-[430px]"
      />
      {!data && error && <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.items.length === 0 && <Nothing to={to.trim()} onClear={() => filterBy('')} />}
      {data && data.items.length > 0 && (
        <ul className="grid gap-3">
          {data.items.map((message, index) => (
            <MessageCard key={message.id} message={message} isOpenFirst={index === 0 && page === 1} />
          ))}
        </ul>
      )}
      {data && <Pager list={data} hrefOf={(next) => `?${new URLSearchParams({ ...(to && { to }), page: String(next) })}`} />}
    </>
  );
}

const Waiting = () => (
  <div className="grid gap-3">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-[92px] rounded-card" />
    ))}
  </div>
);

function Nothing({ to, onClear }: { to: string; onClear: () => void }) {
  const t = useTranslations('outbox');
  if (to === '') return <EmptyState icon={<Inbox size={28} />} title={t('empty')} hint={t('empty_hint')} />;
  return (
    <EmptyState
      icon={<Inbox size={28} />}
      title={t('empty_for', { address: to })}
      hint={t('empty_for_hint')}
      action={
        <Button look="quiet" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    />
  );
}

const ICONS: Record<MessageChannel, typeof Mail> = { email: Mail, telegram: MessageCircle, sms: MessageSquareText };

/** Shows a message: recipient, subject and code; all of it when expanded. */
function MessageCard({ message, isOpenFirst }: { message: OutboxMessage; isOpenFirst: boolean }) {
  const t = useTranslations('outbox');
  const format = useFormatter();
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenFirst);
  const Icon = ICONS[message.channel];
  const code = codeIn(message.text);
  return (
    <li className="rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 basis-[260px] items-start gap-3 rounded-control text-left"
        >
          <Icon size={18} aria-label={t(message.channel)} role="img" className="mt-0.5 flex-none text-faint" />
          <span className="min-w-0 flex-1">
            <span lang={message.locale} className="block font-[620] break-words">
              {message.subject ?? t(message.channel)}
            </span>
            <span className="block text-[12.5px] break-all text-muted">{t('to', { address: message.to })}</span>
            <time dateTime={message.at} className="num block text-[12.5px] text-faint">
              {format.dateTime(new Date(message.at), 'day_time', { second: '2-digit' })}
            </time>
          </span>
          <ChevronDown size={18} aria-hidden className={isOpen ? 'flex-none rotate-180 text-faint' : 'flex-none text-faint'} />
        </button>
        {code && <Code code={code} />}
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line p-4">
        {isOpen && <Content message={message} />}
      </div>
    </li>
  );
}

function Code({ code }: { code: string }) {
  const t = useTranslations('outbox');
  return (
    <Button look="quiet" size="s" onClick={() => void copyText(code)} aria-label={`${t('copy_code')}: ${code}`}>
      <span className="num text-[17px] tracking-[0.06em]">{code}</span>
      <ClipboardCopy size={15} aria-hidden className="text-muted" />
    </Button>
  );
}

function Content({ message }: { message: OutboxMessage }) {
  const t = useTranslations('outbox');
  const [view, setView] = useState<'text' | 'html'>(message.html === null ? 'text' : 'html');
  return (
    <div className="grid gap-3">
      {message.html !== null && (
        <Segmented
          label={t('view')}
          value={view}
          onChange={setView}
          className="justify-self-start"
          options={[
            { value: 'html', label: t('html') },
            { value: 'text', label: t('text') },
          ]}
        />
      )}
      {view === 'html' ? (
        // The frame runs no scripts and has no origin; its links open in an ordinary tab.
        <iframe
          title={t('frame')}
          src={mailUrl(message.id)}
          sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
          referrerPolicy="no-referrer"
          className="h-[560px] w-full rounded-control border border-line bg-raised"
        />
      ) : (
        <p lang={message.locale} className="text-[13.5px] leading-relaxed break-words whitespace-pre-wrap">
          <TextWithLinks text={message.text} />
        </p>
      )}
    </div>
  );
}

const TextWithLinks = ({ text }: { text: string }) =>
  splitLinks(text).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a key={index} href={piece} target="_blank" rel="noreferrer" className="break-all text-accent underline">
        {piece}
      </a>
    ),
  );

/** Returns the code in a message, six digits on their own; null if there is none. */
export const codeIn = (text: string): string | null => /(?<![\d.,:/#?=&-])\d{6}(?![\d.,:/-]\d|\d)/.exec(text)?.[0] ?? null;

/** Splits a text at its links: every second part is an address, without the punctuation that ends a sentence. */
export const splitLinks = (text: string): string[] => text.split(/(https?:\/\/[^\s<>"，。）)]*[^\s<>"，。）).,;:!?])/);
