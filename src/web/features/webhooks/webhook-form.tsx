import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Webhook } from '#contract/webhooks.ts';
import { FORECAST_POINTS, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/notifications/webhook-event.ts';
import { toast } from '#web/data/toasts.ts';
import { byField, LEAVING, useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormAlert, TextField } from '#web/ui/form.tsx';
import { useCreateWebhook, useUpdateWebhook } from './api.ts';
import { FilterPicker } from './filter-picker.tsx';
import { useEventName } from './webhook-words.ts';

interface WebhookFormProps {
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  /** Whether the site also sends to its own machine. */
  takesLoopback: boolean;
  onClose: () => void;
  /** Receives the secret of a new webhook. */
  onCreated: (secret: string) => void;
}

/** Creates or changes a webhook, in a dialog. */
export function WebhookForm(props: WebhookFormProps) {
  const t = useTranslations('webhooks');
  return (
    <Dialog open onClose={props.onClose} title={t(props.webhook ? 'edit_title' : 'create_title')} width="l">
      <Fields {...props} />
    </Dialog>
  );
}

type Field = 'url' | 'events' | 'filters' | 'points';
const USUAL: WebhookEvent[] = ['match.started', 'match.goal', 'match.ended'];
const NO_FILTERS: Webhook['filters'] = { matches: [], teams: [], leagues: [], sports: [], favorites: true };

function Fields({ webhook, takesLoopback, onClose, onCreated }: WebhookFormProps) {
  const t = useTranslations('webhooks');
  const urlHint = t(takesLoopback ? 'url_hint_loopback' : 'url_hint');
  const eventName = useEventName();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? USUAL);
  const [filters, setFilters] = useState(webhook?.filters ?? NO_FILTERS);
  const [points, setPoints] = useState(String(webhook?.forecast_points ?? FORECAST_POINTS.initially));
  const create = useCreateWebhook();
  const update = useUpdateWebhook();

  const input = () => ({
    ...{ url: url.trim(), description: description.trim(), events, forecast_points: Number(points) },
    filters: {
      ...{ match_ids: filters.matches.map(({ id }) => id), team_ids: filters.teams.map(({ id }) => id) },
      ...{ league_ids: filters.leagues.map(({ id }) => id), sports: filters.sports, favorites: filters.favorites },
    },
  });
  const isPointsValid = /^\d{1,2}$/.test(points) && Number(points) >= FORECAST_POINTS.min && Number(points) <= FORECAST_POINTS.max;
  const isAnything =
    filters.favorites || filters.matches.length + filters.teams.length + filters.leagues.length + filters.sports.length > 0;
  const { form, problems, isBusy, forgive } = useSubmit<Field>({
    check: () => ({
      ...(url.trim() === '' && { url: urlHint }),
      ...(events.length === 0 && { events: t('no_events') }),
      ...(!isAnything && { filters: t('no_filter') }),
      ...(!isPointsValid && { points: t('points_range', FORECAST_POINTS) }),
    }),
    send: async () => {
      if (webhook === null) {
        onCreated((await create.mutateAsync(input())).secret);
        return LEAVING;
      }
      await update.mutateAsync({ id: webhook.id, ...input() });
      toast('success', t('saved'));
      onClose();
      return LEAVING;
    },
    refused: byField<Field>({ invalid_webhook_url: 'url' }),
  });
  const choose = (event: WebhookEvent, isChosen: boolean) => {
    forgive('events');
    // In the order of the list, however they were chosen.
    setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? isChosen : events.includes(one))));
  };
  return (
    <form {...form} className="grid gap-4">
      <TextField
        label={t('url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder={takesLoopback ? 'http://localhost:8080/' : 'https://'}
        maxLength={1_024}
        value={url}
        error={problems.url ?? null}
        hint={problems.url ? undefined : urlHint}
        onChange={(event) => {
          forgive('url');
          setUrl(event.target.value);
        }}
      />
      <TextField
        label={t('description')}
        maxLength={200}
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-[13.5px] font-[620]">{t('events')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={eventName(event)}
            checked={events.includes(event)}
            onChange={(isChosen) => choose(event, isChosen)}
          />
        ))}
        {problems.events && (
          <p role="alert" className="text-[12.5px] text-bad">
            {problems.events}
          </p>
        )}
      </fieldset>
      {events.includes('forecast.moved') && (
        <TextField
          label={t('points')}
          inputMode="numeric"
          maxLength={2}
          value={points}
          error={problems.points ?? null}
          trailing={<span className="pr-3 text-[13px] text-muted">{t('points_unit')}</span>}
          onChange={(event) => {
            forgive('points');
            setPoints(event.target.value);
          }}
        />
      )}
      <FilterPicker
        filters={filters}
        error={problems.filters ?? null}
        onChange={(next) => {
          forgive('filters');
          setFilters(next);
        }}
      />
      <FormAlert message={problems.form} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="flex-1" busy={isBusy}>
          {t(webhook ? 'save' : 'create')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
