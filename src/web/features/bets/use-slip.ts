import { useState } from 'react';
import { v4 } from 'uuid';
import type { placeBet } from '#contract/bets.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { StakeRefusal } from '#domain/settlement/contest.ts';
import { isUnsure } from '#web/data/api-error.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import type { SlipStart } from '#web/lib/slip-address.ts';
import { type ContestWithMine, usePlaceBet } from './api.ts';
import { dropStake, type Stake } from './open-stake.ts';
import { checkStake, priceOf, type StakeFacts } from './stake-rules.ts';

/** A placed stake; at fixed odds with the price that the user saw. */
export type Receipt = ReplyOf<typeof placeBet> & { seenOdds: number | null };

export type Slip = ReturnType<typeof useSlip>;

/** A price that the user has accepted by their actions, and its pick. */
interface Agreed {
  contestId: string;
  pick: Pick;
  odds: number;
}

/** Returns the price that a user tapped in a list, if this contest is the one that it is of. */
const tapped = ({ id, market }: ContestWithMine, { pick, odds }: SlipStart): Agreed | null =>
  market === '1x2' && pick !== null && odds !== null ? { contestId: id, pick, odds } : null;

/**
 * Holds the stake being entered in a contest, and places it. The selection is kept for other contests of the match. The price that was
 * tapped elsewhere counts as accepted, so that a lower one asks first. `left` is a stake of an earlier visit whose outcome is not known.
 */
export function useSlip(contest: ContestWithMine, start: SlipStart, left: Stake | null) {
  const [chosen, setChosen] = useState(start.pick);
  const [digits, setDigits] = useState(left === null ? '' : String(left.input.stake));
  const [wasPressed, setWasPressed] = useState(false);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [agreed, setAgreed] = useState(() => tapped(contest, start));
  /** The stake that was sent last, here or in an earlier visit; null once it is edited. */
  const [sent, setSent] = useState(left);
  const placing = usePlaceBet();
  // A user has one pick per contest: an existing bet determines it.
  const pick = contest.mine?.pick ?? chosen;
  const stake = Number(digits);
  const price = priceOf(contest, pick);
  const agreedOdds = agreed !== null && agreed.contestId === contest.id && agreed.pick === pick ? agreed.odds : null;
  const isOffered = agreedOdds !== null && price !== null;
  /** Whether it is unknown if that stake arrived. */
  const isOpenEnded = sent !== null && (placing.isIdle || (placing.error !== null && isUnsure(placing.error)));

  const agree = (to: Pick | null) => {
    const odds = priceOf(contest, to);
    if (to !== null && odds !== null) setAgreed({ contestId: contest.id, pick: to, odds });
  };

  /** Another amount or pick is another stake: errors of the last one no longer apply. */
  const change = () => {
    setWasPressed(false);
    placing.reset();
    if (sent !== null) dropStake(sent);
    setSent(null);
  };

  const send = (what: Stake) => {
    setSent(what);
    placing.mutate(what, {
      onSuccess: (reply) => {
        setWasPressed(false);
        setDigits('');
        setAgreed(null);
        setReceipt({ ...reply, seenOdds: what.input.odds ?? null });
      },
    });
  };

  return {
    pick,
    choose: (next: Pick) => {
      if (placing.isPending) return;
      change();
      setChosen(next);
      agree(next);
    },
    digits,
    stake,
    /** Accepts typed digits only. Does not accept a fallen price. */
    type: (typed: string) => {
      const next = wholeDigits(typed);
      if (next === null || placing.isPending) return;
      change();
      setDigits(next);
      if (agreedOdds === null || (price !== null && price > agreedOdds)) agree(pick);
    },
    /** Clears errors, which apply to one contest only. */
    leave: change,
    /** The accepted price and the lower current one; null if the price is the same or better. */
    fall: isOffered && price < agreedOdds ? { from: agreedOdds, to: price } : null,
    /** The tapped price and the higher current one, until an amount is typed. */
    rise: isOffered && digits === '' && price > agreedOdds ? { from: agreedOdds, to: price } : null,
    /** Returns the stake's error: of the amount as soon as one is entered, others once the button was pressed. */
    refusal: (facts: StakeFacts): StakeRefusal | null => {
      if (isOpenEnded) return null;
      if (wasPressed) return checkStake(facts, pick, stake);
      return digits === '' ? null : checkStake(facts, pick ?? facts.contest.options[0]?.pick ?? null, stake);
    },
    /** Places the stake if it is valid; pressing accepts the displayed price. A stake that may have arrived is sent again unchanged. */
    place: (facts: StakeFacts) => {
      if (isOpenEnded) return send(sent);
      setWasPressed(true);
      if (pick === null || checkStake(facts, pick, stake) !== null) return;
      agree(pick);
      const { match_id, market } = contest;
      const input = { market, match_id, pick, stake, ...(price !== null && { odds: price }) };
      send({ input, idempotencyKey: v4() });
    },
    isPlacing: placing.isPending,
    error: placing.error,
    isUnsure: isOpenEnded,
    receipt,
    closeReceipt: () => setReceipt(null),
  };
}
