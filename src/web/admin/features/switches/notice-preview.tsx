import { Info, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Notice } from '#contract/switches.ts';

/** How a notice will stand above every page, in each language that it has words for. */
export function NoticePreview({ notice: { tone, en, zh_cn, vi } }: { notice: Pick<Notice, 'tone' | 'en' | 'zh_cn' | 'vi'> }) {
  const t = useTranslations('admin_settings');
  const texts = [en, zh_cn, vi].filter((text) => text.trim() !== '');
  if (texts.length === 0) return null;
  const Icon = tone === 'warning' ? TriangleAlert : Info;
  return (
    <figure className="grid gap-1.5">
      <figcaption className="text-[12.5px] font-[550] text-muted">{t('preview')}</figcaption>
      {texts.map((text) => (
        <p
          key={text}
          className="flex items-center justify-center gap-2 rounded-control border border-line bg-raised px-4 py-2 text-[13.5px]"
        >
          <Icon size={16} aria-hidden className={`flex-none ${tone === 'warning' ? 'text-warn' : 'text-accent'}`} />
          <span className="min-w-0 text-pretty wrap-anywhere">{text}</span>
        </p>
      ))}
    </figure>
  );
}
