/** Why a bet is refused: the bet slip says it before the server has to. `until` and `resets_at` are moments. */
export const betErrors = {
  stake_below_min: 'Amount must be at least {min, number}.',
  stake_above_max: 'Amount cannot exceed {max, number}.',
  option_required: 'Please choose an option first.',
  insufficient_points: 'Insufficient points. Please top up first.',
  contest_not_open: 'Contest not available at the moment.',
  bet_pick_conflict: 'You already have a bet on another outcome here. You can only add to that one.',
  round_not_over: 'Only a round that is over can be shared.',
  bet_not_won: 'Only a bet that won can be shared.',
  self_excluded: 'You’re taking a break from play until {until}.',
  tipping_paused: 'You’ve paused tipping and forecasts until {until}.',
  account_leaving: 'Your account is about to be deleted. Keep it to play again.',
  limit_reached:
    '{left, plural, =0 {You’ve reached} one {You have # point left on} other {You have # points left on}} your {period, select, day {daily} week {weekly} other {monthly}} {kind, select, loss {loss} other {stake}} limit. It resets on {resets_at}.',
  odds_changed: 'The odds are now {odds}. Tap again to accept.',
} as const;
