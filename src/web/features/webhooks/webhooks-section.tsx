import { useQuery } from '@tanstack/react-query';
import WebhookIcon from 'lucide-react/icons/webhook';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Webhook } from '#contract/webhooks.ts';
import { WEBHOOKS_MAX } from '#domain/notifications/webhook-event.ts';
import { useOverview } from '#web/data/queries.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmFirst, isUnconfirmed } from '#web/ui/obstacles.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/placeholders.tsx';
import { webhooksQuery } from './api.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookItem } from './webhook-item.tsx';

/** What is open above the list. */
type Open = { kind: 'create' } | { kind: 'edit' | 'log'; webhook: Webhook } | { kind: 'secret'; secret: string };

/** The user's webhooks: the list, and everything that can be done with each. Needs the words of the pages for developers. */
export function WebhooksSection() {
  const t = useTranslations('webhooks');
  const { data, error, refetch } = useQuery(webhooksQuery);
  const overview = useOverview();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (!data) {
    if (error) return <ErrorState title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
    return <Skeleton className="h-[220px] rounded-card" />;
  }
  const { items, takes_loopback: takesLoopback } = data;
  const mustConfirm = overview.data !== undefined && isUnconfirmed(overview.data.profile);
  return (
    <Card title={t('heading')}>
      <p className="text-[13px] text-pretty text-muted">{t('lead')}</p>
      {items.length === 0 && <EmptyState icon={<WebhookIcon size={28} />} title={t('none')} hint={t('none_hint')} />}
      <ul className="mt-3 grid empty:hidden">
        {items.map((webhook) => (
          <WebhookItem
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setOpen({ kind: 'edit', webhook })}
            onLog={() => setOpen({ kind: 'log', webhook })}
            onSecret={(secret) => setOpen({ kind: 'secret', secret })}
          />
        ))}
      </ul>
      <div className="mt-3">
        {mustConfirm && <ConfirmFirst />}
        {!mustConfirm && items.length < WEBHOOKS_MAX && (
          <Button size="s" onClick={() => setOpen({ kind: 'create' })}>
            {t('add')}
          </Button>
        )}
        {items.length >= WEBHOOKS_MAX && <p className="text-[12.5px] text-muted">{t('full', { max: WEBHOOKS_MAX })}</p>}
      </div>
      {open?.kind === 'create' && (
        <WebhookForm
          webhook={null}
          takesLoopback={takesLoopback}
          onClose={close}
          onCreated={(secret) => setOpen({ kind: 'secret', secret })}
        />
      )}
      {open?.kind === 'edit' && <WebhookForm webhook={open.webhook} takesLoopback={takesLoopback} onClose={close} onCreated={close} />}
      {open?.kind === 'log' && <DeliveryLog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
    </Card>
  );
}
