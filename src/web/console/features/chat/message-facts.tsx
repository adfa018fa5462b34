import { useFormatter, useTranslations } from 'use-intl';
import type { ListedMute, ModeratedMessage, ReportedMessage, ReportState } from '#contract/chat-moderation.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { useLocale } from '#web/i18n/texts-provider.tsx';
import { classNames } from '#web/lib/class-names.ts';
import { localName } from '#web/lib/local-name.ts';
import { Tag } from '#web/ui/card.tsx';

const TONES = { open: 'warn', upheld: 'bad', dismissed: 'good' } as const;

/** The decision on a report. */
export function ReportStateDot({ state }: { state: ReportState }) {
  const t = useTranslations('admin_chat.report_state');
  return <StateDot tone={TONES[state]}>{t(state)}</StateDot>;
}

/** Marks a message that is not visible to everybody. */
export function RemovedTag({ removed }: { removed: ModeratedMessage['removed'] }) {
  const t = useTranslations('admin_chat.removed');
  return removed && <Tag tone={removed === 'moderated' ? 'bad' : removed === 'hidden' ? 'warn' : 'quiet'}>{t(removed)}</Tag>;
}

/** Reports of a message by reason, with counts. */
export function Reasons({ reasons }: Pick<ReportedMessage, 'reasons'>) {
  const t = useTranslations('admin_chat');
  return (
    <span className="flex flex-wrap gap-1">
      {reasons.map(({ reason, count }) => (
        <Tag key={reason} tone={reason === 'threat' ? 'bad' : reason === 'held' ? 'home' : 'warn'}>
          {count > 1 ? t('reason_count', { reason: t(`reasons.${reason}`), count }) : t(`reasons.${reason}`)}
        </Tag>
      ))}
    </span>
  );
}

/** Returns a function that names the room of a message: the match, or the tipping group. */
export function useRoomName(): (room: Pick<ReportedMessage, 'match' | 'group'>) => string {
  const t = useTranslations('admin_chat');
  const locale = useLocale();
  return ({ match, group }) => {
    if (match) return `${localName(match.home, locale)} – ${localName(match.away, locale)}`;
    return group?.name == null ? t('group_ended') : t('in_group', { name: group.name });
  };
}

/** A user's text, isolated from the direction of the surrounding text; limited to two lines with `isBrief`. */
export function SaidText({ message, isBrief }: { message: Pick<ModeratedMessage, 'text'>; isBrief?: boolean }) {
  const t = useTranslations('admin_chat');
  if (message.text === '') return <span className="text-muted italic">{t('text_gone')}</span>;
  return (
    <bdi dir="auto" className={classNames('wrap-anywhere', isBrief ? 'line-clamp-2 min-w-[180px]' : 'block whitespace-pre-line')}>
      {message.text}
    </bdi>
  );
}

/** When a mute ends or how it was ended; or that it is for good. */
export function MuteState({ mute: { until, lifted, is_active } }: { mute: ListedMute }) {
  const t = useTranslations('admin_chat');
  const format = useFormatter();
  const when = (at: string) => format.dateTime(new Date(at), 'day_time_year');
  if (lifted) return <StateDot tone="quiet">{t('lifted', { when: when(lifted.at) })}</StateDot>;
  if (until === null) return <StateDot tone="bad">{t('for_good')}</StateDot>;
  return <StateDot tone={is_active ? 'warn' : 'quiet'}>{t(is_active ? 'until' : 'ended', { when: when(until) })}</StateDot>;
}
