import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import { useCare } from '#web/lib/care.ts';
import { formatOdds } from '#web/lib/odds-format.ts';
import { useOverview } from '#web/lib/overview.ts';
import { useUser } from '#web/lib/session.ts';
import { openLogin } from '#web/lib/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import type { ContestWithMine } from './api.ts';
import type { BetSlipProps } from './bet-slip.tsx';
import { OutcomeLines } from './outcome-lines.tsx';
import { PriceFall } from './price-fall.tsx';
import { ReturnLines } from './return-lines.tsx';
import { StakeField } from './stake-field.tsx';
import { StakeProblem } from './stake-problem.tsx';
import { limitsOf, maxStake } from './stake-rules.ts';
import type { Slip } from './use-slip.ts';

interface StakeFormProps {
  contest: ContestWithMine;
  league: BetSlipProps['league'];
  slip: Slip;
  meta: Meta;
  now: Date;
}

/** How much, what it returns, what may come between, and the button that stakes it. A guest may look, and is asked to sign in instead. */
export function StakeForm({ contest, league, slip, meta, now }: StakeFormProps) {
  const t = useTranslations('bets');
  const problemId = useId();
  const isGuest = useUser() === null;
  const known = useOverview().data?.stats.points_balance ?? null;
  const balance = isGuest ? null : known;
  const { pick, stake, digits, fall } = slip;
  const care = useCare();
  const facts = { contest, balance, care, limits: limitsOf(meta), now };
  const refusal = slip.refusal(facts);
  // An amount that cannot be staked has nothing to return.
  const isPossible = stake > 0 && (refusal === null || refusal.code === 'option_required');
  const isSuspended = !meta.switches.staking || (contest.market === '1x2' && contest.quote?.suspension !== null);
  const isFixed = contest.market === '1x2';
  const label = () => {
    if (isGuest) return t('sign_in_to_stake');
    if (slip.isPlacing) return t('staking');
    if (slip.isUnsure) return t('retry_stake', { points: stake });
    if (isSuspended) return t('not_for_sale');
    if (digits === '') return t('stake_any');
    return fall === null ? t('stake_points', { points: stake }) : t('stake_accept', { points: stake, odds: formatOdds(fall.to) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isGuest) openLogin();
        else slip.place(facts);
      }}
    >
      <StakeField
        digits={digits}
        onType={slip.type}
        max={maxStake(facts, pick)}
        min={meta.stake_min}
        stakeMax={Math.min(meta.stake_max, contest.quote?.stake_max ?? Number.POSITIVE_INFINITY)}
        errorId={problemId}
        isInvalid={refusal !== null && refusal.code !== 'option_required'}
      />
      <StakeProblem id={problemId} facts={facts} pick={pick} refusal={isSuspended ? null : refusal} slip={slip} />
      <ReturnLines contest={contest} pick={pick} stake={isPossible ? stake : 0} balance={balance} feePercent={meta.fee_percent} />
      {meta.switches.staking ? (
        <p className="mt-1.5 text-[12px] text-faint">{t(isFixed ? 'fixed_hint' : 'indicative')}</p>
      ) : (
        <p role="status" className="mt-1.5 text-[12.5px] text-muted">
          {t('suspensions.staking_closed')}
        </p>
      )}
      {league.settles_on === 'whole_match' && <p className="text-[12px] text-faint">{t(`settled_on.${league.sport}`)}</p>}
      {isPossible && (
        <OutcomeLines stake={(contest.mine?.stake ?? 0) + stake} league={league} market={contest.market} matchSpeed={meta.match_speed} />
      )}
      <PriceFall fall={slip.isUnsure ? null : fall} />
      <Button
        type="submit"
        wide
        size="l"
        busy={slip.isPlacing}
        disabled={isSuspended && !isGuest && !slip.isUnsure}
        className="mt-3.5 h-auto! min-h-12 whitespace-normal!"
      >
        {label()}
      </Button>
      <p className="mt-2 text-center text-[12.5px] text-muted">{t(isGuest ? 'sign_in_hint' : 'not_taken_back')}</p>
    </form>
  );
}
