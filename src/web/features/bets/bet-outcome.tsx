import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ListedBet } from '#contract/bets.ts';
import { classNames } from '#web/lib/class-names.ts';
import { asItStands } from './live-position.ts';

/** What came of a bet, or would come of it as its match stands. A refund is the stake back, and no loss. */
export function BetOutcome({ bet }: { bet: ListedBet }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const standing = asItStands(bet);
  const { label, points, tone } = outcomeOf(bet, standing);
  const late = bet.state === 'settled' && bet.refund > 0;
  return (
    <div className="text-right">
      <Label tone={tone}>{t(label)}</Label>
      <span className={classNames('num text-[15px]', tone === 'good' && 'font-bold text-good', tone === 'quiet' && 'text-muted')}>
        {points === null ? '–' : format.number(points)}
      </span>
      {standing !== null && bet.returns_now !== null && standing !== bet.returns_now && (
        <span className="num block text-[11.5px] text-muted">{t('if_right', { points: format.number(bet.returns_now) })}</span>
      )}
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
  label: 'won' | 'lost' | 'refund' | 'returns_short' | 'returns_fixed_short' | 'as_it_stands' | 'bet_state.unknown';
  points: number | null;
  tone: Tone;
}

function outcomeOf({ market, state, stake, hit, payout, refund, returns_now }: ListedBet, standing: number | null): Outcome {
  switch (state) {
    case 'refunded':
      return { label: 'refund', points: refund, tone: 'plain' };
    case 'settled':
      return hit ? { label: 'won', points: payout, tone: 'good' } : { label: 'lost', points: payout, tone: 'quiet' };
    case 'unknown':
      return { label: 'bet_state.unknown', points: standing ?? returns_now, tone: 'warn' };
    case 'ongoing':
      if (standing === null)
        return { label: market === 'wdl' ? 'returns_short' : 'returns_fixed_short', points: returns_now, tone: 'plain' };
      return { label: 'as_it_stands', points: standing, tone: standing > stake ? 'good' : standing === 0 ? 'quiet' : 'plain' };
  }
}
