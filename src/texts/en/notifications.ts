import type { NotificationWords } from '#texts/shapes.ts';

const POINTS = '{points, plural, one {# point} other {# points}}';
const ORDINAL = 'selectordinal, one {#st} two {#nd} few {#rd} other {#th}';
const PLACE = `{place, ${ORDINAL}}`;

export const en: NotificationWords = {
  lineups: 'The line-ups are out',
  kickoff: 'Kick-off',
  start: 'Under way',
  goal: 'GOAL! {team}',
  goal_by: 'GOAL! {team}: {player}',
  goal_back: 'Goal ruled out: {team}',
  red_card: 'Red card: {team}',
  red_card_of: 'Red card: {player} ({team})',
  half_time: 'Half-time',
  full_time: 'Full time',
  after_extra_time: 'Full time after extra time',
  after_penalties: 'Full time: {home}–{away} on penalties',
  final: 'Final score',
  after_overtime: 'Final score after overtime',
  swing: '{team} win probability: {before, number, percent} → {after, number, percent}',
  tips_missing: '{tips, plural, one {# tip} other {# tips}} still missing',
  tips_missing_in: '{group}: tips close from {time}',
  tips_missing_in_groups: 'In {groups, number} of your groups: tips close from {time}',
  round_over: '{group}: round over',
  round_place: `You’re ${PLACE}`,
  round_place_kept: `Still ${PLACE}`,
  round_place_moved: `You went from {before, ${ORDINAL}} to ${PLACE}`,
  round_points: `${POINTS} in the round`,
  round_won: 'You won the round!',
  round_won_by: `Won by {names}: ${POINTS}`,
  bet_won: `You won! +${POINTS}`,
  bet_lost: 'Not this time',
  bet_refunded: `Bet refunded: ${POINTS}`,
  corrected: 'Result corrected:',
  withdrawal: 'Your withdrawal',
  withdrawals: {
    redeem_approved: `Approved: we’re sending ${POINTS}`,
    redeem_sent: `Sent: ${POINTS} on the way to your wallet`,
    redeem_rejected: `Not approved: ${POINTS} back in your balance`,
    redeem_returned: `Couldn’t be sent: ${POINTS} back in your balance`,
  },
  summary: 'Your bets',
  summary_bets:
    '{bets, plural, one {# result} other {# results}}: {won, plural, =0 {none won this time} other {# won}}{refunded, plural, =0 {} other {, # refunded}}{points, plural, =0 {} one { · +# point} other { · +# points}}',
  test: 'Matchpoint',
  test_body: 'Notifications work on this device',
};
