import { useTranslations } from 'use-intl';
import type { ModeratedMessage, ReportedMessage, ReportState } from '#contract/chat-moderation.ts';
import { StateDot } from '#web/console/ui/state-dot.tsx';
import { Tag } from '#web/ui/card.tsx';

const TONES = { open: 'warn', upheld: 'bad', dismissed: 'good' } as const;

/** What became of what was reported. */
export function ReportStateDot({ state }: { state: ReportState }) {
  const t = useTranslations('admin_chat.report_state');
  return <StateDot tone={TONES[state]}>{t(state)}</StateDot>;
}

/** Said of a message that not everybody can read. */
export function RemovedTag({ removed }: { removed: ModeratedMessage['removed'] }) {
  const t = useTranslations('admin_chat.removed');
  return removed && <Tag tone={removed === 'moderated' ? 'bad' : removed === 'hidden' ? 'warn' : 'quiet'}>{t(removed)}</Tag>;
}

/** Why a message was reported, and how often for each reason. */
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
