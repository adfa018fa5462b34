import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { classNames } from '#web/lib/class-names.ts';
import { lazyPart, Nothing } from '#web/lib/lazy-part.tsx';
import { DialogFailed } from '#web/ui/part-failed.tsx';
import type { ShareSubject } from './api.ts';

const ShareDialog = lazyPart(async () => (await import('./share-dialog.tsx')).ShareDialog, { fallback: Nothing, failed: DialogFailed });

interface ShareButtonProps {
  subject: ShareSubject;
  /** Names the match or the group: "Avalon Town – Northgate". */
  title: string;
  className?: string;
}

/** Opens the choice of what to show of a bet, a forecast or a table. Needs all translations. */
export function ShareButton({ subject, title, className }: ShareButtonProps) {
  const t = useTranslations('glance');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('share')}: ${title}`}
        onClick={() => setOpen(true)}
        className={classNames('thumb font-semibold text-accent hover:underline', className)}
      >
        {t('share')}
      </button>
      {isOpen && <ShareDialog subject={subject} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}
