import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Bet } from '#contract/bets.ts';
import { classNames } from '#web/lib/class-names.ts';

/** What came of a bet, or would come of it now. A refund is the stake back, and no loss. */
export function BetOutcome({ bet }: { bet: Bet }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const { label, points, tone } = outcomeOf(bet);
  const late = bet.state === 'settled' && bet.refund > 0;
  return (
    <div className="text-right">
      <Label tone={tone}>{t(label)}</Label>
      <span className={classNames('num text-[15px]', tone === 'good' && 'font-bold text-good', tone === 'quiet' && 'text-muted')}>
        {points === null ? '–' : format.number(points)}
      </span>
      {late && <span className="block text-[11.5px] text-muted">{t('returned_late', { points: format.number(bet.refund) })}</span>}
    </div>
  );
}

type Tone = 'good' | 'warn' | 'quiet' | 'plain';

function Label({ tone, children }: { tone: Tone; children: ReactNode }) {
  const colour = tone === 'good' ? 'text-good' : tone === 'warn' ? 'text-warn' : 'text-muted';
  return <span className={classNames('block text-[11.5px] font-[550]', colour)}>{children}</span>;
}

interface Outcome {
  label: 'won' | 'lost' | 'refund' | 'returns_short' | 'bet_state.unknown';
  points: number | null;
  tone: Tone;
}

function outcomeOf({ state, hit, payout, refund, returns_now }: Bet): Outcome {
  switch (state) {
    case 'refunded':
      return { label: 'refund', points: refund, tone: 'plain' };
    case 'settled':
      return hit ? { label: 'won', points: payout, tone: 'good' } : { label: 'lost', points: payout, tone: 'quiet' };
    case 'unknown':
      return { label: 'bet_state.unknown', points: returns_now, tone: 'warn' };
    case 'ongoing':
      return { label: 'returns_short', points: returns_now, tone: 'plain' };
  }
}
