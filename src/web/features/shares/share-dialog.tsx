import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Share } from '#contract/shares.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { canShare, copyText, shareLink } from '#web/lib/sharing.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert } from '#web/ui/form.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { ownShareQuery, type ShareSubject, useRemoveShare, useSaveShare } from './api.ts';

interface ShareDialogProps {
  subject: ShareSubject;
  /** Names the match or the group in the message of the share sheet. */
  title: string;
  onClose: () => void;
}

/** Lets users choose what to show of a bet, a forecast or a table, gives them the link, and withdraws it. */
export function ShareDialog({ subject, title, onClose }: ShareDialogProps) {
  const t = useTranslations('glance');
  const { data, error, refetch } = useQuery(ownShareQuery(subject));
  const what = 'bet_id' in subject ? 'bet' : 'tipping_group_id' in subject ? 'table' : 'forecast';
  return (
    <Dialog open onClose={onClose} title={t(`share_${what}`)} lead={t(`share_${what}_lead`)}>
      {data === undefined && error && <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton className="h-[132px] rounded-control" />}
      {data !== undefined && <Choices key={data?.id ?? 'none'} subject={subject} share={data} title={title} />}
    </Dialog>
  );
}

interface ChoicesProps {
  subject: ShareSubject;
  /** Null if it is not shared. */
  share: Share | null;
  title: string;
}

function Choices({ subject, share, title }: ChoicesProps) {
  const t = useTranslations('glance');
  const [shown, setShown] = useState({ shows_name: share?.shows_name ?? false, shows_points: share?.shows_points ?? false });
  const save = useSaveShare(subject);
  // A link that exists changes at once with what is chosen; it goes back if that fails.
  const choose = (change: Partial<typeof shown>) => {
    const next = { ...shown, ...change };
    setShown(next);
    if (share) save.mutate(next, { onError: () => setShown(shown) });
  };
  return (
    <div className="grid gap-3">
      <Checkbox label={t('shows_name')} checked={shown.shows_name} onChange={(shows_name) => choose({ shows_name })} />
      {'bet_id' in subject && (
        <Checkbox label={t('shows_points')} checked={shown.shows_points} onChange={(shows_points) => choose({ shows_points })} />
      )}
      <FormAlert message={save.error && `${t('save_failed')} ${errorText(save.error)}`} />
      {share ? (
        <LinkActions subject={subject} share={share} title={title} />
      ) : (
        <Button busy={save.isPending} onClick={() => save.mutate(shown)}>
          {t('create_link')}
        </Button>
      )}
    </div>
  );
}

function LinkActions({ subject, share, title }: { subject: ShareSubject; share: Share; title: string }) {
  const t = useTranslations('glance');
  const url = `${window.location.origin}/shared/${share.id}`;
  const remove = useRemoveShare(subject);
  const withdraw = () =>
    remove.mutateAsync(share.id).then(
      () => toast('success', t('withdrawn')),
      (error: Error) => toast('error', `${t('save_failed')} ${errorText(error)}`),
    );
  return (
    <>
      <p className="rounded-control border border-line bg-bg px-3 py-2 text-[13px] break-all select-all">
        <span className="sr-only">{t('link')}: </span>
        {url}
      </p>
      <div className="flex flex-wrap gap-2">
        {canShare() && (
          <Button className="flex-1" onClick={() => void shareLink({ title: 'Matchpoint', text: title, url })}>
            {t('send')}
          </Button>
        )}
        <Button look={canShare() ? 'quiet' : 'primary'} className="flex-1" onClick={() => void copyText(url)}>
          {t('copy')}
        </Button>
        <Button look="plain" busy={remove.isPending} onClick={() => void withdraw()}>
          {t('withdraw')}
        </Button>
      </div>
    </>
  );
}
