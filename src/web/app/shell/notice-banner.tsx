import { useQueryClient } from '@tanstack/react-query';
import Info from 'lucide-react/icons/info';
import TriangleExclamationPoint from 'lucide-react/icons/triangle-exclamation-point';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Notice } from '#contract/feature-flags.ts';
import type { Locale } from '#domain/identity/locale.ts';
import { useLiveTopic } from '#web/data/live.ts';
import { metaQuery, useMeta } from '#web/data/queries.tsx';
import { useLocaleStore } from '#web/i18n/locale-store.ts';
import { useTicking } from '#web/lib/clock.ts';
import { recall, remember } from '#web/lib/storage.ts';

const CLOSED_KEY = 'notice_closed';

/** The operators' notice above every page, until it expires or the reader closes it; a new notice is shown again. */
export function NoticeBanner() {
  const t = useTranslations('shell');
  const client = useQueryClient();
  const locale = useLocaleStore((state) => state.locale);
  const notice = useMeta()?.notice ?? null;
  const [closed, setClosed] = useState(() => recall(CLOSED_KEY));
  const renew = () => void client.invalidateQueries({ queryKey: metaQuery.queryKey });
  useLiveTopic('site', renew, renew);
  const until = notice?.shown_until ?? null;
  const isOver = useTicking(1_000, (now) => until !== null && now.getTime() >= Date.parse(until));
  const text = notice && textIn(notice, locale);
  if (!notice || !text || isOver || closed === String(notice.id)) return null;

  function close(id: number) {
    remember(CLOSED_KEY, String(id));
    setClosed(String(id));
  }
  const Icon = notice.tone === 'warning' ? TriangleExclamationPoint : Info;
  return (
    <aside aria-label={t('notice')} className="flex items-center justify-center gap-2 border-b border-line bg-raised px-4 text-[13.5px]">
      <Icon size={16} aria-hidden className={`flex-none ${notice.tone === 'warning' ? 'text-warn' : 'text-accent'}`} />
      <p role="status" className="min-w-0 py-2 text-pretty wrap-anywhere">
        {text}
      </p>
      <button
        type="button"
        aria-label={t('close_notice')}
        onClick={() => close(notice.id)}
        className="thumb grid size-9 flex-none place-items-center rounded-control text-muted hover:text-text"
      >
        <X size={16} aria-hidden />
      </button>
    </aside>
  );
}

/** In the reader's language, or else in English. */
const textIn = ({ en, zh_cn, vi }: Notice, locale: Locale): string => ({ en, 'zh-CN': zh_cn, vi })[locale] || en;
