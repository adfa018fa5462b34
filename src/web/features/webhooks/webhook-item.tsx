import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Webhook } from '#contract/webhooks.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Tag, type TagTone } from '#web/ui/card.tsx';
import { RemovalDialog } from '#web/ui/removal-dialog.tsx';
import { Switch } from '#web/ui/switches.tsx';
import { isFailing, useDeleteWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './api.ts';
import { useEventName, useProblemText } from './webhook-words.ts';

interface WebhookItemProps {
  webhook: Webhook;
  onEdit: () => void;
  onLog: () => void;
  /** Receives the new secret. */
  onSecret: (secret: string) => void;
}

/** A webhook of the list: what it is told, how it is doing, and its actions. */
export function WebhookItem({ webhook, onEdit, onLog, onSecret }: WebhookItemProps) {
  const t = useTranslations('webhooks');
  const format = useFormatter();
  const eventName = useEventName();
  const update = useUpdateWebhook();
  const { id, url, description, events, state, disabled_because, failing_since, old_secret_until } = webhook;
  const turn = (isOn: boolean) =>
    update.mutate({ id, state: isOn ? 'on' : 'off' }, { onError: (error) => toast('error', `${t('action_failed')} ${errorText(error)}`) });
  return (
    <li className="grid gap-2 border-b border-line py-3.5 first:pt-0 last:border-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-[550] break-all">{description || url}</span>
        <StateTag webhook={webhook} />
        <span className="ml-auto">
          <Switch label={t('is_on')} checked={state === 'on'} onChange={turn} />
        </span>
      </div>
      {description !== '' && <p className="text-[12.5px] break-all text-muted">{url}</p>}
      <p className="text-[12.5px] text-pretty text-muted">{events.map(eventName).join(' · ')}</p>
      {disabled_because && (
        <p role="status" className="text-[13px] text-pretty text-bad">
          {t(`because.${disabled_because}`)}
        </p>
      )}
      {state === 'on' && failing_since && (
        <p role="status" className="text-[13px] text-pretty text-muted">
          {t('failing', { date: format.dateTime(new Date(failing_since), 'date_time') })}
        </p>
      )}
      {old_secret_until && (
        <p className="text-[12.5px] text-muted">{t('old_secret', { date: format.dateTime(new Date(old_secret_until), 'date_time') })}</p>
      )}
      <ItemActions webhook={webhook} onEdit={onEdit} onLog={onLog} onSecret={onSecret} />
    </li>
  );
}

function StateTag({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks.state');
  const shown = isFailing(webhook) ? 'failing' : webhook.state;
  const tones: Record<typeof shown, TagTone> = { on: 'good', failing: 'warn', off: 'quiet', disabled: 'bad' };
  return <Tag tone={tones[shown]}>{t(shown)}</Tag>;
}

function ItemActions({ webhook: { id, url }, onEdit, onLog, onSecret }: WebhookItemProps) {
  const t = useTranslations('webhooks');
  const problemText = useProblemText();
  const [asked, setAsked] = useState<'remove' | 'rotate' | null>(null);
  const test = useTestWebhook();
  const remove = useDeleteWebhook();
  const rotate = useRotateSecret();
  const sendTest = () =>
    test.mutate(id, {
      onSuccess: (outcome) => {
        const problem = problemText(outcome);
        if (problem === null) toast('success', t('test_delivered', { status: String(outcome.status) }));
        else toast('error', t('test_failed', { problem }));
      },
      onError: (error) => toast('error', `${t('action_failed')} ${errorText(error)}`),
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="s" look="quiet" busy={test.isPending} onClick={sendTest} aria-label={t('test_of', { url })}>
        {t('test')}
      </Button>
      <Button size="s" look="quiet" onClick={onLog} aria-label={t('log_of', { url })}>
        {t('log')}
      </Button>
      <Button size="s" look="quiet" onClick={onEdit} aria-label={t('edit_of', { url })}>
        {t('edit')}
      </Button>
      <Button size="s" look="plain" onClick={() => setAsked('rotate')} aria-label={t('rotate_of', { url })}>
        {t('rotate')}
      </Button>
      <Button size="s" look="plain" onClick={() => setAsked('remove')} aria-label={t('remove_of', { url })}>
        {t('remove')}
      </Button>
      <RemovalDialog
        open={asked === 'remove'}
        title={t('remove_title')}
        lead={t('remove_lead', { url })}
        submit={t('remove')}
        onClose={() => setAsked(null)}
        onRemove={async () => {
          await remove.mutateAsync(id);
          toast('success', t('removed'));
        }}
      />
      <RemovalDialog
        open={asked === 'rotate'}
        title={t('rotate_title')}
        lead={t('rotate_lead')}
        submit={t('rotate')}
        onClose={() => setAsked(null)}
        onRemove={async () => onSecret((await rotate.mutateAsync(id)).secret)}
      />
    </div>
  );
}
