import { useFormatter, useTranslations } from 'use-intl';
import type { Approval } from '#contract/approvals.ts';
import { WaitingTime } from '#web/admin/ui/waiting-time.tsx';
import { LONG_DATE_AND_TIME } from '#web/lib/date-formats.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Tag, type TagTone } from '#web/ui/tag.tsx';
import { DeedWords } from './deed-words.tsx';

const TONES: Record<Approval['state'], TagTone> = { waiting: 'warn', approved: 'good', rejected: 'bad' };

interface ApprovalItemProps {
  approval: Approval;
  onDecide: (decision: 'approve' | 'reject') => void;
}

/** Something that waits for a second admin, or did: what it does, why, who asked, and what became of it. */
export function ApprovalItem({ approval, onDecide }: ApprovalItemProps) {
  const t = useTranslations('admin_approvals');
  const { deed, points, reason, state, refusal, created_at } = approval;
  return (
    <Card className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <DeedWords deed={deed} />
        <p className="text-[13.5px] wrap-anywhere">{t('reason', { reason })}</p>
        <Story approval={approval} />
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:flex-col lg:items-end">
        <span className="flex items-center gap-2 text-[12.5px] text-muted">
          {deed.kind !== 'adjust' && <span className="num">{t('moves', { points })}</span>}
          <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>
          {state === 'waiting' && <WaitingTime since={created_at} />}
        </span>
        {state === 'waiting' && refusal === null && (
          <span className="flex gap-1.5">
            <Button size="s" onClick={() => onDecide('approve')}>
              {t('approve')}
            </Button>
            <Button size="s" look="quiet" onClick={() => onDecide('reject')}>
              {t('reject')}
            </Button>
          </span>
        )}
        {state === 'waiting' && refusal && (
          <span className="max-w-[320px] text-[12.5px] text-muted lg:text-right">{t(`refusal.${refusal}`)}</span>
        )}
      </div>
    </Card>
  );
}

/** By whom it was asked for and decided. */
function Story({ approval: { requested_by, created_at, state, decided_by, decided_at, decision_note } }: { approval: Approval }) {
  const t = useTranslations('admin_approvals');
  const format = useFormatter();
  const time = (at: string) => format.dateTime(new Date(at), LONG_DATE_AND_TIME);
  return (
    <div className="text-[12.5px] wrap-anywhere text-muted">
      <p>{t('asked_by', { email: requested_by.email, when: time(created_at) })}</p>
      {state !== 'waiting' && decided_by && decided_at && (
        <p>{t(`decided.${state}`, { email: decided_by.email, when: time(decided_at) })}</p>
      )}
      {decision_note && <p>{t('decision_note', { note: decision_note })}</p>}
    </div>
  );
}
