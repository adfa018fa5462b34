import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ContestCaseDetail, type HandAction, resettleContest, settleContest, voidContest } from '#contract/contest-admin.ts';
import { useAdmin } from '#web/console/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { HandDialog } from './hand-dialog.tsx';

const ENDPOINTS = { settle: settleContest, resettle: resettleContest, void: voidContest };

/** What can be done with a contest by hand now, by whoever may; nothing where that is nothing. */
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
