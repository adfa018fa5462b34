import { useTranslations } from 'use-intl';
import type { Redeemable } from '#contract/withdrawals.ts';
import { Card } from '#web/ui/card.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { RedeemObstacle } from './redeem-obstacle.tsx';
import { Tracker } from './tracker.tsx';

interface RedeemCardProps {
  facts: Redeemable;
  /** Points to begin with: those of a request that is made once more. 0: none. */
  again: number;
}

/** The request that is under way; or the form; or what stands in its way. */
export function RedeemCard({ facts, again }: RedeemCardProps) {
  const t = useTranslations('redeem');
  if (facts.pending !== null) {
    return (
      <Card title={t('under_way')}>
        <Tracker withdrawal={facts.pending} />
      </Card>
    );
  }
  return (
    <Card title={t('heading')} aside={t('rate', { points: facts.points_per_usdt })}>
      {/* Another amount to begin with is another form. */}
      {facts.refusal === null ? <RedeemForm key={again} facts={facts} initialPoints={again} /> : <RedeemObstacle facts={facts} />}
    </Card>
  );
}
