import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { placeBet } from '#contract/bets.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { StakeRefusal } from '#domain/contest.ts';
import type { Pick } from '#domain/sport.ts';
import { wholeDigits } from '#web/lib/whole-digits.ts';
import { type ContestWithMine, isUnsure, usePlaceBet } from './api.ts';
import { judgeStake, type StakeFacts } from './stake-rules.ts';

/** A stake that was placed, and how much of the bet it is. */
export type Receipt = ReplyOf<typeof placeBet> & { stakedNow: number };

export type Slip = ReturnType<typeof useSlip>;

/** What the user is about to stake on, and the placing of it. */
export function useSlip(contest: ContestWithMine | null | undefined, initialPick: Pick | null) {
  const [chosen, setChosen] = useState(initialPick);
  const [digits, setDigits] = useState('');
  const [wasPressed, setWasPressed] = useState(false);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const intent = useRef({ what: '', idempotencyKey: '' });
  const placing = usePlaceBet();
  // One pick per user and contest: who has a bet adds to it.
  const pick = contest?.mine?.pick ?? chosen;
  const stake = Number(digits);

  /** Another amount or another pick is another stake: what was said of the last one no longer holds. */
  const change = () => {
    setWasPressed(false);
    placing.reset();
  };

  return {
    pick,
    choose: (next: Pick) => {
      change();
      setChosen(next);
    },
    digits,
    stake,
    /** Takes what was typed, unless it is no whole number. */
    type: (typed: string) => {
      const next = wholeDigits(typed);
      if (next === null) return;
      change();
      setDigits(next);
    },
    /** What is wrong with the stake: with the amount as soon as there is one, with the rest once the button was pressed. */
    refusal: (facts: StakeFacts): StakeRefusal | null => {
      if (wasPressed) return judgeStake(facts, pick, stake);
      return digits === '' ? null : judgeStake(facts, pick ?? facts.contest.options[0]?.pick ?? null, stake);
    },
    /** Places the stake if nothing speaks against it. The key is the same for every try at the same stake. */
    place: (facts: StakeFacts) => {
      setWasPressed(true);
      if (pick === null || judgeStake(facts, pick, stake) !== null) return;
      const { id, match_id, market } = facts.contest;
      const what = `${id} ${pick} ${stake}`;
      if (intent.current.what !== what) intent.current = { what, idempotencyKey: v4() };
      placing.mutate(
        { input: { market, match_id, pick, stake }, idempotencyKey: intent.current.idempotencyKey },
        {
          onSuccess: (reply) => {
            intent.current = { what: '', idempotencyKey: '' };
            setWasPressed(false);
            setDigits('');
            setReceipt({ ...reply, stakedNow: stake });
          },
        },
      );
    },
    isPlacing: placing.isPending,
    error: placing.error,
    /** Nobody knows whether the last try arrived. */
    isUnsure: placing.error !== null && isUnsure(placing.error),
    receipt,
    closeReceipt: () => setReceipt(null),
  };
}
