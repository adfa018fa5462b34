import { useRef, useState } from 'react';
import { v4 } from 'uuid';
import type { Redeemable, Withdrawal } from '#contract/withdrawals.ts';
import { ApiError, errorText, isUnsure } from '#web/data/api-error.ts';
import { nowMs } from '#web/lib/clock.ts';
import { wholeDigits } from '#web/lib/number-formats.ts';
import { CODE_LENGTH } from '#web/ui/code-field.tsx';
import { type Channel, type RedeemOrder, type SentCode, useRequestRedeem, useSendCode } from './api.ts';

/** Errors that the page finds itself: in the amount, or a missing code. */
export type RedeemFault = 'points_required' | 'points_step' | 'points_min' | 'points_max' | 'code_unsent' | 'code_required';

/** Returns what is wrong with an amount; null if it is valid. */
export function pointsFault(points: number, { step, min, max }: Pick<Redeemable, 'step' | 'min' | 'max'>): RedeemFault | null {
  if (points === 0) return 'points_required';
  if (points < min) return 'points_min';
  if (points > max) return 'points_max';
  return points % step === 0 ? null : 'points_step';
}

/** Errors about the code, shown next to it. */
const ABOUT_CODE = ['invalid_code', 'code_expired', 'too_many_tries', 'code_link_required'];
const ABOUT_POINTS = ['invalid_points', 'insufficient_points', 'not_redeemable'];

export type RedeemDraft = ReturnType<typeof useRedeem>;

/** Holds the request being entered, and submits it. `onDone` is called with the accepted request. */
export function useRedeem(facts: Redeemable, initialPoints: number, onDone: (withdrawal: Withdrawal) => void) {
  const [digits, setDigits] = useState(initialPoints > 0 ? String(initialPoints) : '');
  const [chosen, setChosen] = useState<Channel | null>(null);
  const [sent, setSent] = useState<(SentCode & { sentAt: number }) | null>(null);
  const [code, setCode] = useState('');
  const [wasPressed, setWasPressed] = useState(false);
  const sending = useSendCode();
  const asking = useRequestRedeem();
  const intent = useRef<RedeemOrder | null>(null);
  const points = Number(digits);
  const channel = chosen ?? facts.contacts[0]?.channel ?? 'email';
  /** Whether it is unknown if the last attempt arrived: it is sent again unchanged. */
  const isOpenEnded = asking.error !== null && isUnsure(asking.error);
  const change = () => {
    setWasPressed(false);
    asking.reset();
  };

  const codeFault = (): RedeemFault | null => {
    if (sent === null) return 'code_unsent';
    return code.length === CODE_LENGTH ? null : 'code_required';
  };

  const ask = (order: RedeemOrder) => {
    intent.current = order;
    asking.mutate(order, {
      onSuccess: ({ withdrawal }) => {
        intent.current = null;
        onDone(withdrawal);
      },
      // A code is valid for one successful attempt and a few wrong ones: the next is entered from scratch.
      onError: (error) => isAbout(error, ABOUT_CODE) && setCode(''),
    });
  };

  return {
    digits,
    points,
    code,
    channel,
    sent,
    isSending: sending.isPending,
    isAsking: asking.isPending,
    /** The error that leaves it unknown whether the last attempt arrived; null if it is known. */
    unsure: isOpenEnded ? asking.error : null,
    /** Accepts typed digits only. */
    type: (typed: string) => {
      const next = wholeDigits(typed);
      if (next === null || asking.isPending) return;
      change();
      setDigits(next);
    },
    typeCode: (typed: string) => {
      change();
      setCode(typed);
    },
    /** Selects another channel: a code sent by the first is not valid for it. */
    choose: (next: Channel) => {
      if (next === channel) return;
      change();
      sending.reset();
      setChosen(next);
      setSent(null);
      setCode('');
    },
    sendCode: () =>
      sending.mutate(channel, {
        onSuccess: (reply) => {
          change();
          setCode('');
          setSent({ ...reply, sentAt: nowMs() });
        },
      }),
    /** Shown for the amount as soon as one is entered, for the rest once the button was pressed. */
    pointsFault: digits === '' && !wasPressed ? null : pointsFault(points, facts),
    codeFault: wasPressed ? codeFault() : null,
    /** The server's error about the amount. */
    pointsRefusal: isAbout(asking.error, ABOUT_POINTS) ? errorText(asking.error) : null,
    codeRefusal: isAbout(asking.error, ABOUT_CODE) ? errorText(asking.error) : null,
    sendRefusal: sending.error && errorText(sending.error),
    refusal: asking.error !== null && !isAbout(asking.error, [...ABOUT_POINTS, ...ABOUT_CODE]) ? errorText(asking.error) : null,
    /** Submits the request if it is valid; returns whether it did. */
    submit: (): boolean => {
      if (isOpenEnded && intent.current !== null) {
        ask(intent.current);
        return true;
      }
      setWasPressed(true);
      if (pointsFault(points, facts) !== null || codeFault() !== null) return false;
      ask({ input: { points, channel, code }, idempotencyKey: v4() });
      return true;
    },
  };
}

const isAbout = (error: Error | null, codes: readonly string[]): boolean =>
  error instanceof ApiError && error.code !== null && codes.includes(error.code);
