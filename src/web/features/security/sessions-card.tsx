import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './api.ts';
import { SessionItem } from './session-item.tsx';

/** Every device that is signed in; each can be signed out, and all but this one at once. `onSignOut` signs this one out. */
export function SessionsCard({ onSignOut }: { onSignOut: () => void }) {
  const t = useTranslations('security');
  const { data, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSession();
  const [isAsking, setAsking] = useState(false);

  const endOne = (id: string) =>
    end.mutate(id, {
      onSuccess: () => toast('success', t('session_ended')),
      onError: (refusal) => toast('error', `${t('end_failed')} ${errorText(refusal)}`),
    });

  if (!data) {
    return (
      <Card title={t('sessions_heading')}>
        {error ? (
          <ErrorState title={t('sessions_failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-[132px]" />
        )}
      </Card>
    );
  }
  return (
    <Card title={t('sessions_heading')}>
      <ul className="grid">
        {data.items.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() => (session.current ? onSignOut() : endOne(session.id))}
          />
        ))}
      </ul>
      {data.items.some(({ current }) => !current) && (
        <Button look="danger" size="s" className="mt-2" onClick={() => setAsking(true)}>
          {t('end_others')}
        </Button>
      )}
      <EndOthersDialog isOpen={isAsking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function EndOthersDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTranslations('security');
  const end = useEndOtherSessions();
  const submit = () =>
    end.mutate(undefined, {
      onSuccess: ({ ended }) => toast('success', t('others_ended', { count: ended })),
      onError: (refusal) => toast('error', `${t('end_failed')} ${errorText(refusal)}`),
      onSettled: onClose,
    });
  return (
    <Dialog open={isOpen} onClose={onClose} title={t('end_others_title')} lead={t('end_others_lead')}>
      <div className="grid gap-2">
        <Button wide look="danger" busy={end.isPending} onClick={submit}>
          {t('end_others_submit')}
        </Button>
        <Button wide look="plain" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
