import { useQuery } from '@tanstack/react-query';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import Tablet from 'lucide-react/icons/tablet';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { SessionRow } from '#contract/account.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './api.ts';

/** Lists signed-in devices, which can be signed out one by one or all but this one. `onSignOut` signs this one out. */
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

const ICONS = { desktop: Monitor, phone: Smartphone, tablet: Tablet, other: CircleQuestionMark };

interface SessionItemProps {
  session: SessionRow;
  busy: boolean;
  onEnd: () => void;
}

/** Shows a device: its name, where it signed in, and when it was last seen. */
function SessionItem({ session, busy, onEnd }: SessionItemProps) {
  const t = useTranslations('security');
  const { kind, browser, system } = session.device;
  const Icon = ICONS[kind];
  const name = browser && system ? t('device_on', { browser, system }) : (browser ?? system ?? t('device_unknown'));
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 first:pt-0 last:border-0">
      <Icon size={20} aria-hidden className="flex-none text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 font-[550] break-words">{name}</span>
          {session.current && <Tag>{t('this_device')}</Tag>}
        </p>
        <p className="text-[12.5px] text-muted">
          <Facts session={session} />
        </p>
      </div>
      <Button look="quiet" size="s" busy={busy} onClick={onEnd} aria-label={t('end_session_of', { device: name })}>
        {t('end_session')}
      </Button>
    </li>
  );
}

function Facts({ session: { current, country, created_at, last_seen_at } }: { session: SessionRow }) {
  const t = useTranslations('security');
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow(30_000);
  const seen = new Date(last_seen_at);
  const place = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  // Clocks differ slightly: a time in the future is shown as now.
  const ago = format.relativeTime(seen < now ? seen : now, now);
  const facts = [
    place,
    current ? t('active_now') : t('last_seen', { ago }),
    t('signed_in_on', { date: format.dateTime(new Date(created_at), 'day') }),
  ];
  return facts.filter(Boolean).join(' · ');
}
