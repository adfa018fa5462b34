import { useFormatter, useTranslations } from 'use-intl';
import type { ListedMute } from '#contract/chat-moderation.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { DAY_AND_TIME } from '#web/lib/dates.ts';

/** How long a mute lasts: until when, for good, or how it ended. */
export function MuteState({ mute: { until, lifted, is_active } }: { mute: ListedMute }) {
  const t = useTranslations('admin_chat');
  const format = useFormatter();
  const when = (at: string) => format.dateTime(new Date(at), { ...DAY_AND_TIME, year: 'numeric' });
  if (lifted) return <StateDot tone="quiet">{t('lifted', { when: when(lifted.at) })}</StateDot>;
  if (until === null) return <StateDot tone="bad">{t('for_good')}</StateDot>;
  return <StateDot tone={is_active ? 'warn' : 'quiet'}>{t(is_active ? 'until' : 'ended', { when: when(until) })}</StateDot>;
}
