import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type Approval, approve, listApprovals, type OneTime, reject, withdrawApproval } from '#contract/approvals.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { call } from '#web/console/lib/call.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { WaitingTime } from '#web/console/ui/elapsed-time.tsx';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, Tag, type TagTone } from '#web/ui/card.tsx';
import { ApprovalActionText } from './approval-action-text.tsx';

const TONES: Record<Approval['state'], TagTone> = { waiting: 'warn', approved: 'good', rejected: 'bad', withdrawn: 'quiet' };

interface ApprovalItemProps {
  approval: Approval;
  onDecide: (decision: 'approve' | 'reject') => void;
  /** Chooses it among others. */
  checkbox?: ReactNode;
}

/** An approval: its action, reason, requester and decision. */
export function ApprovalItem({ approval, onDecide, checkbox }: ApprovalItemProps) {
  const t = useTranslations('admin_approvals');
  const format = useFormatter();
  const { deed, points, reason, state, refusal, may_reject, may_withdraw, alone_at, created_at } = approval;
  const aloneFrom = alone_at === null ? null : format.dateTime(new Date(alone_at), 'date_time');
  return (
    <Card className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 content-start gap-1">
        <ApprovalActionText deed={deed} />
        {reason !== '' && <p className="text-[13.5px] wrap-anywhere">{t('reason', { reason })}</p>}
        {state === 'waiting' && aloneFrom && <p className="text-[13px] text-warn">{t('alone', { when: aloneFrom })}</p>}
        <Story approval={approval} />
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:flex-col lg:items-end lg:self-start">
        <span className="flex items-center gap-2 text-[12.5px] text-muted">
          {checkbox}
          {'contest' in deed && <span className="num">{t('moves', { points })}</span>}
          <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>
          {state === 'waiting' && <WaitingTime since={created_at} />}
        </span>
        {(refusal === null || may_reject) && state === 'waiting' && (
          <span className="flex gap-1.5">
            {refusal === null && (
              <Button size="s" onClick={() => onDecide('approve')}>
                {t('approve')}
              </Button>
            )}
            {may_reject && (
              <Button size="s" look="quiet" onClick={() => onDecide('reject')}>
                {t('reject')}
              </Button>
            )}
          </span>
        )}
        {may_withdraw && <TakeBackButton id={approval.id} />}
        {state === 'waiting' && refusal && (
          <span className="max-w-[320px] text-[12.5px] text-pretty text-muted lg:text-right">
            {t(`refusal.${refusal}`, { when: aloneFrom ?? '' })}
          </span>
        )}
      </div>
    </Card>
  );
}

/** Takes back the admin's own request. */
function TakeBackButton({ id }: { id: string }) {
  const t = useTranslations('admin_approvals');
  const withdraw = useAdminCall(withdrawApproval);
  const press = () =>
    withdraw.mutate({ id }, { onSuccess: () => toast('success', t('taken_back')), onError: (error) => toast('error', errorText(error)) });
  return (
    <Button size="s" look="quiet" busy={withdraw.isPending} onClick={press}>
      {t('take_back')}
    </Button>
  );
}

/** The requester and the decision. */
function Story({ approval: { requested_by, created_at, state, decided_by, decided_at, decision_note } }: { approval: Approval }) {
  const t = useTranslations('admin_approvals');
  const format = useFormatter();
  const time = (at: string) => format.dateTime(new Date(at), 'date_time');
  return (
    <div className="text-[12.5px] wrap-anywhere text-muted">
      <p>{t('asked_by', { email: requested_by.email, when: time(created_at) })}</p>
      {(state === 'approved' || state === 'rejected') && decided_by && decided_at && (
        <p>{t(`decided.${state}`, { email: decided_by.email, when: time(decided_at) })}</p>
      )}
      {state === 'withdrawn' && decided_at && <p>{t('decided.withdrawn', { when: time(decided_at) })}</p>}
      {decision_note && <p>{t('decision_note', { note: decision_note })}</p>}
    </div>
  );
}

interface DecisionDialogProps {
  approval: Approval;
  decision: 'approve' | 'reject';
  onClose: () => void;
  /** Receives the one-time password of a created or reset admin. */
  onOneTime: (oneTime: OneTime) => void;
}

/** Approves and carries out another admin's request, or rejects it. If it can no longer be carried out, the error is shown here. */
export function DecisionDialog({ approval, decision, onClose, onOneTime }: DecisionDialogProps) {
  const t = useTranslations('admin_approvals');
  const agree = useAdminCall(approve);
  const refuse = useAdminCall(reject);

  async function confirm(note: string) {
    const input = { id: approval.id, ...(note && { note }) };
    if (decision === 'approve') {
      const { one_time } = await agree.mutateAsync(input);
      if (one_time) onOneTime(one_time);
    } else await refuse.mutateAsync(input);
    toast('success', t(`done.${decision}`));
  }

  return (
    <ReasonDialog
      title={t(`${decision}_title`)}
      lead={t(`${decision}_lead`)}
      submit={t(decision)}
      look={decision === 'approve' ? 'primary' : 'danger'}
      asks="note"
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className="grid gap-1">
        <ApprovalActionText deed={approval.deed} />
      </div>
    </ReasonDialog>
  );
}

/** Returns a page of waiting approvals, or of all. */
export const approvalsQuery = (filter: InputOf<typeof listApprovals>) =>
  queryOptions({
    queryKey: ['approvals', filter],
    queryFn: ({ signal }) => call(listApprovals, filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
