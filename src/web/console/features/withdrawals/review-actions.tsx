import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { assignWithdrawal } from '#contract/withdrawal-queue.ts';
import type { Review } from '#contract/withdrawal-review.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { errorText } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { useHotkey } from '#web/lib/keyboard.ts';
import { Button } from '#web/ui/button.tsx';
import { actionsFor, mayLook, type ReviewActionKind } from './actions.ts';
import { ReviewActionDialog } from './review-action-dialog.tsx';

type Refusal = NonNullable<Review['can']['approve']>;

/** The actions on a withdrawal, and why others are unavailable; `a` approves and `r` rejects. */
export function ReviewActions({ review: { withdrawal, can, waiting } }: { review: Review }) {
  const t = useTranslations('admin_withdrawals');
  const admin = useAdmin();
  const [chosen, setChosen] = useState<ReviewActionKind | null>(null);
  const offered = actionsFor(withdrawal, admin);
  const waits = { return: waiting.return !== null, correct: waiting.correct !== null } as Partial<Record<ReviewActionKind, boolean>>;
  const open = offered.filter((deed) => can[deed] === null && !waits[deed]);
  const refusals = [...new Set(offered.flatMap((deed) => can[deed] ?? []))];
  const press = (deed: ReviewActionKind) => () => open.includes(deed) && setChosen(deed);
  useHotkey('a', press('approve'));
  useHotkey('r', press('reject'));
  const words = {
    approve: withdrawal.approvals.first ? 'approve_second' : 'approve',
    reject: 'reject',
    send: 'send',
    return: 'return',
    correct: 'correct',
  } as const;
  return (
    <>
      {refusals.map((code) => (
        <span key={code} className="text-[13px] text-warn">
          <RefusalWords code={code} />
        </span>
      ))}
      {open.map((deed) => (
        <Button key={deed} size="s" look={deed === 'approve' || deed === 'send' ? 'primary' : 'quiet'} onClick={() => setChosen(deed)}>
          {t(words[deed])}
        </Button>
      ))}
      {mayLook(withdrawal, admin) && <LookButton withdrawal={withdrawal} />}
      {chosen && <ReviewActionDialog withdrawal={withdrawal} deed={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Says that the admin is looking at a withdrawal, takes over from somebody else, or ends it; the key is `l`. */
function LookButton({ withdrawal: { id, assignee } }: Pick<Review, 'withdrawal'>) {
  const t = useTranslations('admin_withdrawals.queue');
  const admin = useAdmin();
  const assign = useAdminCall(assignWithdrawal);
  const isMine = assignee !== null && assignee.id === admin?.id;
  const press = () => assign.mutate({ id, on: !isMine }, { onError: (error) => toast('error', errorText(error)) });
  useHotkey('l', press);
  return (
    <Button size="s" look="quiet" busy={assign.isPending} onClick={press}>
      {t(isMine ? 'look_end' : assignee ? 'look_take' : 'look')}
    </Button>
  );
}

const KNOWN = [
  'same_reviewer',
  'own_interest',
  'forbidden',
  'already_decided',
  'withdrawal_on_hold',
  'account_disabled',
  'totp_setup_required',
  'withdrawal_pending',
  'approval_waiting',
  'demo_payout',
  'payout_confirmed',
  'payout_unclear',
  'payout_batched',
  'batch_held',
] as const satisfies readonly Refusal[];

/** The server's refusal as text. */
function RefusalWords({ code }: { code: Refusal }) {
  const t = useTranslations('admin_withdrawals.refusal');
  return t(KNOWN.find((known) => known === code) ?? 'other');
}
