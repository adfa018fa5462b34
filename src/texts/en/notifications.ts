import type { NotificationWords } from '#texts/shapes.ts';

const POINTS = '{points, plural, one {# point} other {# points}}';

export const en: NotificationWords = {
  lineups: 'The line-ups are out.',
  kickoff: 'Kick-off.',
  goal: 'Goal for {team}.',
  goal_by: 'Goal for {team}: {player}.',
  goal_back: 'The goal for {team} does not count.',
  red_card: 'Red card for {team}.',
  red_card_of: 'Red card: {player} ({team}).',
  half_time: 'Half time.',
  full_time: 'Full time.',
  after_extra_time: 'Over after extra time.',
  after_penalties: 'Over: {home}–{away} on penalties.',
  swing: 'The chance that {team} wins went from {before, number, percent} to {after, number, percent}.',
  bet_won: `Your bet won. ${POINTS} for you.`,
  bet_lost: 'Your bet did not win this time.',
  bet_refunded: `Your bet was refunded, ${POINTS}.`,
  corrected: 'The result was corrected.',
  withdrawal: 'Your withdrawal',
  withdrawals: {
    redeem_approved: `Approved: ${POINTS} are being sent.`,
    redeem_sent: `Sent: ${POINTS} are on their way to your wallet.`,
    redeem_rejected: `Not approved: ${POINTS} are back in your balance.`,
    redeem_returned: `It could not be sent: ${POINTS} are back in your balance.`,
  },
  summary: 'Your bets',
  summary_bets: `{bets, plural, one {# bet} other {# bets}} ended: {won} won{refunded, plural, =0 {} other {, # refunded}}. ${POINTS} for you.`,
  test: 'Matchpoint',
  test_body: 'This is how we tell you things on this device.',
};
