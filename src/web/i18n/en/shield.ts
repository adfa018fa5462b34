export const shield = {
  heading: 'Spoiler shield',
  lead: 'For whoever watches a broadcast that runs behind, or will watch the match later. It holds for scores, events, odds, forecasts, tables and chats together, on every page of this browser.',
  off: 'Show everything at once',
  off_hint: 'As it happens.',
  delay: 'Show everything later',
  delay_hint: 'The whole site as it was some seconds ago, so that nothing is ahead of your screen.',
  delay_seconds: 'Behind by',
  seconds: '{seconds, plural, one {# second} other {# seconds}}',
  hide: 'Hide results until I ask',
  hide_hint:
    'Matches that began in the last {hours} hours stay as before their kick-off. Open a match and press “Show the result” when you are ready.',
  limits:
    'Stakes are still closed at the true kick-off, and your balance is always the true one: points that were paid can tell how a match ended.',
  note_delay: 'Everything is shown {seconds, plural, one {# second} other {# seconds}} late.',
  note_hide: 'Results are hidden until you ask for them.',
  now_off: 'Spoiler shield: off',
  now_delay: 'Spoiler shield: {seconds, plural, one {# second} other {# seconds}} behind',
  now_hide: 'Spoiler shield: results are hidden',
  change: 'Change',
};
