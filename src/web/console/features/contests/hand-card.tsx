import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import {
  type ContestCaseDetail,
  type HandAction,
  type Outlook,
  resettleContest,
  settleContest,
  voidContest,
} from '#contract/contest-admin.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { useAdminCall } from '#web/console/lib/use-admin-call.ts';
import { ReasonDialog } from '#web/console/ui/reason-dialog.tsx';
import { ApiError } from '#web/data/api-error.ts';
import { toast } from '#web/data/toasts.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, FactList } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/form.tsx';
import { useMatchName } from './contest-case.tsx';

const ENDPOINTS = { settle: settleContest, resettle: resettleContest, void: voidContest };

/** The available manual actions for those who may take them; empty if there are none. */
export function HandCard({ contest }: { contest: ContestCaseDetail }) {
  const t = useTranslations('admin_contests');
  const role = useAdmin()?.role;
  const [chosen, setChosen] = useState<HandAction | null>(null);
  const actions = contest.actions.filter((action) => role !== undefined && ENDPOINTS[action].access.includes(role));
  if (contest.approval_id === null && actions.length === 0) return null;
  return (
    <Card title={t('end_by_hand')}>
      {contest.approval_id ? (
        <p className="text-[13.5px] text-pretty text-muted">{t('second_waits_hint')}</p>
      ) : (
        <>
          <p className="max-w-[70ch] text-[13.5px] text-pretty text-muted">{t('end_by_hand_hint')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            {actions.map((action) => (
              <Button key={action} size="s" look={action === 'void' ? 'danger' : 'quiet'} onClick={() => setChosen(action)}>
                {t(`action.${action}`)}
              </Button>
            ))}
          </div>
        </>
      )}
      {chosen && <HandDialog contest={contest} action={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}

interface HandDialogProps {
  contest: ContestCaseDetail;
  action: HandAction;
  onClose: () => void;
}

/** Ends a contest by hand: on a score, or void. It shows in advance what that pays, and whether a second admin has to agree. */
function HandDialog({ contest, action, onClose }: HandDialogProps) {
  const t = useTranslations('admin_contests');
  const nameOf = useMatchName();
  const settle = useAdminCall(settleContest);
  const resettle = useAdminCall(resettleContest);
  const annul = useAdminCall(voidContest);
  const [score, setScore] = useState({ home: '', away: '' });
  const outlook = outlookOf(contest, action, score);

  async function confirm(reason: string) {
    if (action !== 'void' && (score.home === '' || score.away === '')) throw new ApiError(0, null, t('score_required'));
    const byScore = { id: contest.id, home_score: Number(score.home), away_score: Number(score.away), reason };
    const reply =
      action === 'void'
        ? await annul.mutateAsync({ id: contest.id, reason })
        : await (action === 'settle' ? settle : resettle).mutateAsync(byScore);
    toast(reply.approval ? 'info' : 'success', t(reply.approval ? 'waits_for_second' : `done.${action}`));
  }

  return (
    <ReasonDialog
      title={t(`action_title.${action}`)}
      lead={nameOf(contest.match)}
      submit={t(contest.needs_second ? 'ask_second' : `action.${action}`)}
      look={action === 'void' ? 'danger' : 'primary'}
      onClose={onClose}
      onConfirm={confirm}
    >
      {action !== 'void' && <ScoreFields contest={contest} score={score} onChange={setScore} />}
      {outlook && <OutlookFacts outlook={outlook} />}
      {contest.needs_second && <p className="text-[13px] text-pretty text-muted">{t('needs_second')}</p>}
    </ReasonDialog>
  );
}

interface TypedScore {
  home: string;
  away: string;
}

interface ScoreFieldsProps {
  contest: ContestCaseDetail;
  score: TypedScore;
  onChange: (score: TypedScore) => void;
}

function ScoreFields({ contest: { match }, score, onChange }: ScoreFieldsProps) {
  const t = useTranslations('admin_contests');
  const field = (side: 'home' | 'away') => (
    <TextField
      label={t('score_of', { team: match[side].name })}
      inputMode="numeric"
      autoComplete="off"
      value={score[side]}
      onChange={({ target }) => {
        const digits = wholeDigits(target.value);
        if (digits !== null) onChange({ ...score, [side]: digits.slice(0, 3) });
      }}
    />
  );
  return (
    <div className="grid grid-cols-2 gap-3">
      {field('home')}
      {field('away')}
    </div>
  );
}

/** The effect of the action: for the pick that wins on the entered score, or for voiding; null without a score. */
function outlookOf({ outlooks }: ContestCaseDetail, action: HandAction, { home, away }: TypedScore): Outlook | null {
  if (action !== 'void' && (home === '' || away === '')) return null;
  const difference = Number(home) - Number(away);
  const winner = action === 'void' ? null : difference > 0 ? 'home' : difference < 0 ? 'away' : 'draw';
  return outlooks.find((one) => one.winner === winner) ?? null;
}

function OutlookFacts({ outlook }: { outlook: Outlook }) {
  const t = useTranslations('admin_contests');
  const format = useFormatter();
  const { winner, winners, payouts, refunds, refunded_bets, house } = outlook;
  return (
    <div role="status" className="rounded-control bg-raised px-3 text-[13.5px]">
      <FactList
        facts={[
          { label: t('ending'), value: winner === null ? t('voided') : t('wins', { pick: t(`picks.${winner}`) }) },
          { label: t('winners'), value: t('bets_and_points', { bets: winners, points: payouts }) },
          { label: t('refunded_bets'), value: t('bets_and_points', { bets: refunded_bets, points: refunds }) },
          { label: t('house'), value: format.number(house, { signDisplay: 'exceptZero' }) },
        ]}
      />
    </div>
  );
}
