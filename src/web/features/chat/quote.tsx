import { CornerUpRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import type { Quoted } from './own-messages.ts';

/** What a message answers, on one line; pressing it goes there. */
export function Quote({ quoted, onGo }: { quoted: Quoted; onGo?: () => void }) {
  const t = useTranslations('chat');
  const name = quoted.handle === null ? t('nobody') : `@${quoted.handle}`;
  const content = (
    <>
      <CornerUpRight size={13} aria-hidden className="flex-none" />
      <span className="sr-only">{t('answering', { name })}: </span>
      <bdi className="min-w-0 truncate">
        <span aria-hidden className="font-[600]">
          {name}{' '}
        </span>
        {quoted.text === '' ? t('removed_short') : quoted.text}
      </bdi>
    </>
  );
  const look = 'flex max-w-full min-w-0 items-center gap-1.5 rounded-tag text-[12px] text-muted';
  if (!onGo) return <p className={look}>{content}</p>;
  return (
    <button
      type="button"
      title={t('to_quoted')}
      onClick={onGo}
      className={classNames(look, 'text-left hover:text-text pointer-coarse:min-h-6')}
    >
      {content}
    </button>
  );
}
