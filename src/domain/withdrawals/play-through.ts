/**
 * Computes which points can be redeemed if given points must be played first (`REDEEM_PLAYTHROUGH`, docs/withdrawals.md). Points are not
 * marked individually, so a running balance is kept: it grows with gifts, shrinks with points at risk, and never exceeds the user's points.
 */

/** An event that changed a user's points, or how many of them must be played. All amounts are whole points, 0 or more unless noted. */
export type PlayThroughEvent =
  /** Points that were not won: check-ins, invites, top-ups, and what operators add. */
  | { kind: 'given'; points: number }
  /** Points that operators took back, from the earliest gifts first. */
  | { kind: 'taken'; points: number }
  /**
   * A bet that ended: its points at risk; its net winnings (negative for a loss), and the part of them that came from unrelated players.
   */
  | { kind: 'bet'; atRisk: number; net: number; netWon: number }
  /** Points that were paid out. */
  | { kind: 'paid_out'; points: number };

/**
 * Returns how many of a user's points must still be played, 0 or more, after all events in order.
 * Play clears points given before it, never later ones. Points won from related players count as given: otherwise one account's gifts would
 * be redeemable as another's winnings. A user who lost the given points has nothing left to play.
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
