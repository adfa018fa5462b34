import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import type { Care } from '#domain/care.ts';
import type { SettlingLeague } from '#web/lib/settling-rule.ts';
import { openLogin } from '#web/lib/ui-state.ts';
import { Button } from '#web/ui/button.tsx';
import type { ContestWithMine } from './api.ts';
import { FactLine } from './fact-line.tsx';
import { OutcomeLines } from './outcome-lines.tsx';
import { StakeField } from './stake-field.tsx';
import { StakeProblem } from './stake-problem.tsx';
import { limitsOf, maxStake, returnsIfRight } from './stake-rules.ts';
import type { Slip } from './use-slip.ts';

interface StakeFormProps {
  contest: ContestWithMine;
  league: SettlingLeague;
  slip: Slip;
  meta: Meta;
  /** A guest may look at what a stake would return, and is asked to sign in instead of staking. */
  isGuest: boolean;
  /** Null while it is not known. */
  balance: number | null;
  care: Care;
  now: Date;
}

/** How much, what it returns, what may come between, and the button that stakes it. */
export function StakeForm({ contest, league, slip, meta, isGuest, balance, care, now }: StakeFormProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const problemId = useId();
  const { pick, stake, digits } = slip;
  const facts = { contest, balance, care, limits: limitsOf(meta), now };
  const refusal = slip.refusal(facts);
  const points = (count: number) => t('points_value', { points: format.number(count) });
  // An amount that cannot be staked has nothing to return.
  const isPossible = stake > 0 && (refusal === null || refusal.code === 'option_required');
  const returns = pick === null || !isPossible ? '–' : points(returnsIfRight(contest, pick, stake, meta.fee_percent));
  const held = contest.mine?.stake ?? 0;
  const label = () => {
    if (isGuest) return t('sign_in_to_stake');
    if (slip.isPlacing) return t('staking');
    if (digits === '') return t('stake_any');
    return t(slip.isUnsure ? 'retry_stake' : 'stake_points', { points: stake });
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
        max={maxStake(facts)}
        min={meta.stake_min}
        stakeMax={meta.stake_max}
        errorId={problemId}
        isInvalid={refusal !== null && refusal.code !== 'option_required'}
      />
      <StakeProblem id={problemId} refusal={refusal} error={slip.error} isUnsure={slip.isUnsure} />
      <dl className="mt-2.5 grid gap-2">
        <FactLine label={t('returns_now')}>{returns}</FactLine>
        {balance !== null && (
          <FactLine label={t(isPossible ? 'balance_after' : 'balance')}>{points(isPossible ? balance - stake : balance)}</FactLine>
        )}
        <FactLine label={t('pool')}>
          {t('pool_value', { points: format.number(contest.total_stake), players: contest.participants })}
        </FactLine>
      </dl>
      <p className="mt-1.5 text-[12px] text-faint">{t('indicative')}</p>
      {league.settles_on === 'whole_match' && <p className="text-[12px] text-faint">{t(`settled_on.${league.sport}`)}</p>}
      {isPossible && <OutcomeLines stake={held + stake} league={league} matchSpeed={meta.match_speed} />}
      <Button type="submit" wide size="l" busy={slip.isPlacing} className="mt-3.5">
        {label()}
      </Button>
      <p className="mt-2 text-center text-[12.5px] text-muted">{t(isGuest ? 'sign_in_hint' : 'not_taken_back')}</p>
    </form>
  );
}
