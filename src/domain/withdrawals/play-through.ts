/**
 * Which of a user's points can be redeemed where given points have to be played first (`REDEEM_PLAYTHROUGH`, docs/withdrawals.md). Points bear no
 * mark, so that a running balance tells: it grows with what is given, shrinks with what is at risk, and is never more than the user has.
 */

/** Something that changed what a user has, or what of it has to be played. All amounts are whole points, 0 or more unless said otherwise. */
export type PlayThroughEvent =
  /** Points that nobody won: check-ins, invites, top-ups, and what operators add. */
  | { kind: 'given'; points: number }
  /** Points that operators took back: of what was given first. */
  | { kind: 'taken'; points: number }
  /** A bet that ended: what of it was at risk; what it won net of its stake (below zero: lost), and what of that came from unrelated players. */
  | { kind: 'bet'; atRisk: number; net: number; netWon: number }
  /** Points that were paid out. */
  | { kind: 'paid_out'; points: number };

/**
 * How many of a user's points still have to be played, 0 or more, after everything that happened, in its order.
 *
 * Play clears what was given before it, never what is given later. Points won from related players count as given: else one account's gifts would
 * be redeemable as another one's winnings. Who lost what was given has nothing left to play for.
 */
export function toBePlayed(events: Iterable<PlayThroughEvent>): number {
  let left = 0;
  let owned = 0;
  for (const event of events) {
    const { given, played, earned } = effectOf(event);
    owned = Math.max(0, owned + earned);
    left = Math.min(owned, Math.max(0, left - played) + given);
  }
  return left;
}

function effectOf(event: PlayThroughEvent): { given: number; played: number; earned: number } {
  switch (event.kind) {
    case 'given':
      return { given: event.points, played: 0, earned: event.points };
    case 'taken':
      return { given: 0, played: event.points, earned: -event.points };
    case 'bet':
      return { given: Math.max(0, event.net - Math.max(0, event.netWon)), played: event.atRisk, earned: event.net };
    case 'paid_out':
      return { given: 0, played: 0, earned: -event.points };
  }
}
