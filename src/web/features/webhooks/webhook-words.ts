import { useTranslations } from 'use-intl';
import type { WebhookDelivery } from '#contract/webhooks.ts';

type EventKey =
  | 'match_started'
  | 'match_goal'
  | 'match_part_ended'
  | 'match_ended'
  | 'match_corrected'
  | 'forecast_moved'
  | 'contest_settled'
  | 'tip_scored'
  | 'webhook_test';

/** Names an event in the current language. */
export function useEventName(): (type: WebhookDelivery['type']) => string {
  const t = useTranslations('webhooks.event');
  return (type) => t(type.replace('.', '_') as EventKey);
}

/** Says why an attempt failed; null if it did not. */
export function useProblemText(): (outcome: Pick<WebhookDelivery, 'problem' | 'status'>) => string | null {
  const t = useTranslations('webhooks.problem');
  return ({ problem, status }) => (problem === null ? null : t(problem, { status: String(status ?? '') }));
}
