import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useIgnore, useIgnored } from './api.ts';

/** How many the user does not want to read, and the way to read them again. */
export function IgnoredNote() {
  const t = useTranslations('chat');
  const ignored = useIgnored();
  const [isOpen, setOpen] = useState(false);
  // The last one is let go of in the dialog: it stays until it is closed.
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
