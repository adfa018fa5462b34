import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { TEST_EVENT } from '#domain/notifications/webhook-event.ts';
import { DAY_MS } from '#domain/time.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { nowMs, useNow } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag, type TagTone } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { Segmented } from '#web/ui/switches.tsx';
import { LOG_PAGE_SIZE, type LogFilter, logQuery, useReplay } from './api.ts';
import { useEventName, useProblemText } from './webhook-words.ts';

/** What a webhook was told within a week, in a dialog, with buttons to send it again. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTranslations('webhooks');
  const [filter, setFilter] = useState<LogFilter>('all');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(logQuery(webhook.id, filter, page));
  const again = useReplayWithNote();
  const choose = (next: LogFilter) => {
    setFilter(next);
    setPage(1);
  };
  const replayFailed = () =>
    again.replay({ id: webhook.id, failed_since: new Date(nowMs() - RETENTION_DAYS.webhookEvent * DAY_MS).toISOString() });
  return (
    <Dialog open onClose={onClose} title={t('log_title')} lead={t('log_lead')} width="l" isCalm>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Segmented
          label={t('filter')}
          value={filter}
          options={(['all', 'failed', 'waiting'] as const).map((value) => ({ value, label: t(`filters.${value}`) }))}
          onChange={choose}
        />
        {webhook.state === 'on' && (
          <Button size="s" look="quiet" busy={again.isBusy} onClick={replayFailed}>
            {t('replay_failed')}
          </Button>
        )}
      </div>
      {!data && error && <ErrorState title={t('log_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-[240px] rounded-control" />}
      {data?.items.length === 0 && <EmptyState title={t('log_none')} hint={t('log_none_hint')} />}
      {data && (
        <ul className="grid empty:hidden">
          {data.items.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              onReplay={webhook.state === 'on' ? () => again.replay({ id: webhook.id, delivery_id: delivery.id }) : null}
            />
          ))}
        </ul>
      )}
      {data && data.total > LOG_PAGE_SIZE && (
        <div className="mt-3 flex justify-between gap-2">
          <Button size="s" look="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button size="s" look="quiet" disabled={page * LOG_PAGE_SIZE >= data.total} onClick={() => setPage(page + 1)}>
            {t('older')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Sends events again, and says how many. */
function useReplayWithNote() {
  const t = useTranslations('webhooks');
  const mutation = useReplay();
  return {
    isBusy: mutation.isPending,
    replay: (input: Parameters<typeof mutation.mutate>[0]) =>
      mutation.mutate(input, {
        onSuccess: ({ queued }) => toast('success', t('replayed', { count: queued })),
        onError: (error) => toast('error', `${t('action_failed')} ${errorText(error)}`),
      }),
  };
}

const TONES: Record<WebhookDelivery['state'], TagTone> = { delivered: 'good', failed: 'bad', waiting: 'quiet' };

function DeliveryItem({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: (() => void) | null }) {
  const t = useTranslations('webhooks');
  const format = useFormatter();
  const eventName = useEventName();
  const facts = useFacts(delivery);
  const { type, state, queued_at, payload } = delivery;
  const time = format.dateTime(new Date(queued_at), 'date_time');
  return (
    <li className="grid gap-1.5 border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-[550]">{eventName(type)}</span>
        <Tag tone={TONES[state]}>{t(`delivery.${state}`)}</Tag>
        <span className="num ml-auto text-[12.5px] text-muted">{time}</span>
      </div>
      <p className="text-[12.5px] text-pretty text-muted">{facts.join(' · ')}</p>
      <div className="flex flex-wrap items-start gap-2">
        <details className="min-w-0 flex-1 text-[12.5px]">
          <summary className="thumb cursor-pointer py-1 font-[550] text-muted">{t('body')}</summary>
          <pre className="mt-1 max-h-[260px] overflow-auto rounded-control border border-line bg-bg p-3 text-[12px] whitespace-pre-wrap wrap-anywhere">
            {indented(payload)}
          </pre>
        </details>
        {onReplay && state !== 'waiting' && type !== TEST_EVENT && (
          <Button size="s" look="plain" onClick={onReplay} aria-label={t('replay_of', { event: eventName(type), time })}>
            {t('replay')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Returns what is known of the last attempt, and when the next is. */
function useFacts({ state, status, problem, attempts, duration_ms, next_try_at }: WebhookDelivery): string[] {
  const t = useTranslations('webhooks');
  const format = useFormatter();
  const now = useNow(10_000);
  const trouble = useProblemText()({ problem, status });
  const waits = next_try_at === null ? t('behind') : t('next_try', { when: format.relativeTime(new Date(next_try_at), now) });
  return [
    ...(trouble !== null ? [trouble] : status !== null ? [t('answered', { status: String(status) })] : []),
    ...(attempts > 0 ? [t('attempts', { count: attempts })] : []),
    ...(duration_ms !== null && attempts > 0 ? [t('took', { ms: duration_ms })] : []),
    ...(state === 'waiting' ? [waits] : []),
  ];
}

const indented = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2);
