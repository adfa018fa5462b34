import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { placeBet } from '#contract/bets.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { StakeRefusal } from '#domain/settlement/contest.ts';
import { isUnsure } from '#web/data/api-error.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import { type ContestWithMine, type Stake, usePlaceBet } from './api.ts';
import { checkStake, priceOf, type StakeFacts } from './stake-rules.ts';

/** A stake that was placed, and at fixed odds the price that it was wanted at. */
export type Receipt = ReplyOf<typeof placeBet> & { seenOdds: number | null };

export type Slip = ReturnType<typeof useSlip>;

/** A price that its reader has agreed to by what they did, and which one it is of. */
interface Agreed {
  contestId: string;
  pick: Pick;
  odds: number;
}

/** What the user is about to stake on in a contest, and the placing of it; another contest of the same match keeps what was chosen. */
export function useSlip(contest: ContestWithMine, initialPick: Pick | null) {
  const [chosen, setChosen] = useState(initialPick);
  const [digits, setDigits] = useState('');
  const [wasPressed, setWasPressed] = useState(false);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [agreed, setAgreed] = useState<Agreed | null>(null);
  const intent = useRef<Stake | null>(null);
  const placing = usePlaceBet();
  // One pick per user and contest: who has a bet adds to it.
  const pick = contest.mine?.pick ?? chosen;
  const stake = Number(digits);
  const price = priceOf(contest, pick);
  const agreedOdds = agreed !== null && agreed.contestId === contest.id && agreed.pick === pick ? agreed.odds : null;
  /** Nobody knows whether the last try arrived. */
  const isOpenEnded = placing.error !== null && isUnsure(placing.error);

  const agree = (to: Pick | null) => {
    const odds = priceOf(contest, to);
    if (to !== null && odds !== null) setAgreed({ contestId: contest.id, pick: to, odds });
  };

  /** Another amount or another pick is another stake: what was said of the last one no longer holds. */
  const change = () => {
    setWasPressed(false);
    placing.reset();
  };

  const send = (what: Stake) => {
    intent.current = what;
    placing.mutate(what, {
      onSuccess: (reply) => {
        intent.current = null;
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
    /** Takes what was typed, unless it is no whole number. A price that fell stays fallen: typing on does not agree to it. */
    type: (typed: string) => {
      const next = wholeDigits(typed);
      if (next === null || placing.isPending) return;
      change();
      setDigits(next);
      if (agreedOdds === null || (price !== null && price > agreedOdds)) agree(pick);
    },
    /** What was said of a stake in one contest does not hold in another. */
    leave: change,
    /** The price that was agreed to and the lower one that it is now; null while it stands, or is better. */
    fall: agreedOdds !== null && price !== null && price < agreedOdds ? { from: agreedOdds, to: price } : null,
    /** What is wrong with the stake: with the amount as soon as there is one, with the rest once the button was pressed. */
    refusal: (facts: StakeFacts): StakeRefusal | null => {
      if (isOpenEnded) return null;
      if (wasPressed) return checkStake(facts, pick, stake);
      return digits === '' ? null : checkStake(facts, pick ?? facts.contest.options[0]?.pick ?? null, stake);
    },
    /** Places the stake if nothing speaks against it; a press accepts the price on show. What may have arrived is sent as it was. */
    place: (facts: StakeFacts) => {
      if (isOpenEnded && intent.current !== null) return send(intent.current);
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
