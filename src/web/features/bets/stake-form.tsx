import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Meta } from '#contract/meta.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { StakeRefusal } from '#domain/settlement/contest.ts';
import { ApiError, errorText, unsureText } from '#web/data/api-error.ts';
import { usePlayLimits } from '#web/data/play-limits.ts';
import { useMeta, useOverview } from '#web/data/queries.tsx';
import { useUser } from '#web/data/session.ts';
import { openLogin } from '#web/data/ui-state.ts';
import { classNames } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import type { ContestWithMine } from './api.ts';
import type { BetSlipProps } from './bet-slip.tsx';
import { FactLine, OutcomeLines } from './fact-lines.tsx';
import { StakeField } from './stake-field.tsx';
import { isFull, limitsOf, maxStake, priceOf, returnsIfRight, type StakeFacts, stakeReturns } from './stake-rules.ts';
import type { Slip } from './use-slip.ts';

interface StakeFormProps {
  contest: ContestWithMine;
  league: BetSlipProps['league'];
  slip: Slip;
  meta: Meta;
  now: Date;
}

/** The amount, the return, possible endings, and the button that places the stake. Guests see it, and are asked to sign in. */
export function StakeForm({ contest, league, slip, meta, now }: StakeFormProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const problemId = useId();
  const isGuest = useUser() === null;
  const known = useOverview().data?.stats.points_balance ?? null;
  const balance = isGuest ? null : known;
  const { pick, stake, digits, fall, rise } = slip;
  const care = usePlayLimits();
  const facts = { contest, balance, care, limits: limitsOf(meta), now };
  const refusal = slip.refusal(facts);
  // An amount that cannot be staked has no return, and one that may be staked already would be counted twice.
  const isPossible = stake > 0 && !slip.isUnsure && (refusal === null || refusal.code === 'option_required');
  const isSuspended = !meta.switches.staking || (contest.market === '1x2' && contest.quote?.suspension !== null);
  const isFixed = contest.market === '1x2';
  const label = () => {
    if (isGuest) return t('sign_in_to_stake');
    if (slip.isPlacing) return t('staking');
    if (slip.isUnsure) return t('retry_stake', { points: stake });
    if (isSuspended) return t('not_for_sale');
    if (digits === '') return t('stake_any');
    return fall === null
      ? t('stake_points', { points: stake })
      : t('stake_accept', { points: stake, odds: format.number(fall.to, 'odds') });
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
        <OutcomeLines
          stake={(contest.mine?.stake ?? 0) + stake}
          league={league}
          drawPossible={contest.options.length === 3}
          market={contest.market}
          matchSpeed={meta.match_speed}
          confirmMs={meta.confirm_wait_seconds * 1_000}
        />
      )}
      {!slip.isUnsure && <PriceChange {...(fall ? { ...fall, isWorse: true } : { ...rise, isWorse: false })} />}
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

/** Announces that the price is another one than was accepted: the old one struck through, the new one beside it. Empty without a change. */
function PriceChange({ from, to, isWorse }: { from?: number; to?: number; isWorse: boolean }) {
  const t = useTranslations('bets');
  const format = useFormatter();
  return (
    <div role={isWorse ? 'alert' : 'status'}>
      {from !== undefined && to !== undefined && (
        <p
          className={classNames(
            'mt-3 flex flex-wrap items-baseline justify-between gap-x-3 rounded-control px-3 py-2 text-[13px]',
            isWorse ? 'bg-[color-mix(in_oklab,var(--warn)_15%,transparent)]' : 'bg-accent-soft',
          )}
        >
          <span>{t(isWorse ? 'price_fell' : 'price_rose')}</span>
          <span className="num text-[15px]">
            <span className="sr-only">{t('price_was')} </span>
            <s className="text-muted">{format.number(from, 'odds')}</s> <span className="sr-only">{t('price_is')} </span>
            <b>{format.number(to, 'odds')}</b>
          </span>
        </p>
      )}
    </div>
  );
}

interface ReturnLinesProps {
  contest: ContestWithMine;
  pick: Pick | null;
  /** A valid stake; 0 if there is none. */
  stake: number;
  /** Null while unknown. */
  balance: number | null;
  feePercent: number;
}

/** Shows the return if the pick wins, the remaining balance, and the contest's total. */
function ReturnLines({ contest, pick, stake, balance, feePercent }: ReturnLinesProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const points = (count: number) => t('points_value', { points: format.number(count) });
  const pointsOrNone = (count: number | null) => (count === null ? '–' : points(count));
  const isFixed = contest.market === '1x2';
  const whole = pick === null || stake === 0 ? null : returnsIfRight(contest, pick, stake, feePercent);
  const odds = priceOf(contest, pick);
  return (
    <dl className="mt-2.5 grid gap-2">
      {isFixed && contest.mine !== null && pick !== null && odds !== null && (
        <FactLine label={t('returns_stake', { odds: format.number(odds, 'odds') })}>
          {pointsOrNone(stake === 0 ? null : stakeReturns(contest, pick, stake))}
        </FactLine>
      )}
      <FactLine label={t(!isFixed ? 'returns_now' : contest.mine === null ? 'returns_fixed' : 'returns_whole')}>
        {pointsOrNone(whole)}
      </FactLine>
      {balance !== null && <FactLine label={t(stake > 0 ? 'balance_after' : 'balance')}>{points(balance - stake)}</FactLine>}
      <FactLine label={t(isFixed ? 'staked' : 'pool')}>
        {t('pool_value', { points: format.number(contest.total_stake), players: contest.participants })}
      </FactLine>
    </dl>
  );
}

interface StakeProblemProps {
  id: string;
  facts: StakeFacts;
  pick: Pick | null;
  /** The page's own validation error; takes precedence over the server's error for an earlier attempt. */
  refusal: StakeRefusal | null;
  slip: Slip;
}

/** Arguments that all messages need, even if they do not use them. */
const NOTHING = { min: 0, max: 0, left: 0, kind: '', period: '', odds: '' };

/** Shows in one sentence why a stake is not possible, and where to get more points if that helps. */
function StakeProblem({ id, facts, pick, refusal, slip }: StakeProblemProps) {
  const t = useTranslations('bets');
  const format = useFormatter();
  const supportUrl = useMeta()?.support_url ?? null;
  const { error, isUnsure, fall } = slip;
  const code = refusal?.code ?? (error instanceof ApiError ? error.code : null);
  /** When the reason ends: the end of time away, or of the limit's period. */
  const moments = ({ until, resets_at }: NonNullable<StakeRefusal['params']>) => ({
    until: until === undefined ? '' : format.dateTime(new Date(until), 'day_time'),
    resets_at: resets_at === undefined ? '' : format.dateTime(new Date(resets_at), 'day_time'),
  });
  const words = () => {
    if (refusal?.code === 'market_suspended') return t(isFull(facts.contest, facts.limits) ? 'errors.market_full' : 'errors.no_room');
    if (refusal) return t(`errors.${refusal.code}`, { ...NOTHING, ...refusal.params, ...moments(refusal.params ?? {}) });
    if (isUnsure) return error === null ? t('unsure') : unsureText(error, t('unsure'));
    if (error === null) return null;
    if (code !== 'odds_changed') return errorText(error);
    // A lower price has its own message, and the market may have changed again.
    const odds = priceOf(facts.contest, pick);
    return fall !== null || odds === null ? null : t('errors.odds_changed', { odds: format.number(odds, 'odds') });
  };
  const said = words();
  return (
    <p id={id} role="alert" className="text-[12.5px] text-bad not-empty:mt-2">
      {said}
      {said && code === 'insufficient_points' && supportUrl && (
        <>
          {' '}
          <a href={supportUrl} className="font-semibold underline underline-offset-2">
            {t('top_up')}
          </a>
        </>
      )}
    </p>
  );
}
