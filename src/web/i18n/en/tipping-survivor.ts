/** The survivor games of a tipping group, on its page. */
export const survivor = {
  heading: 'Survivor',
  lead: 'Pick one team a round, last one standing wins.',
  start: 'Start a game',
  failed: 'We couldn’t load the survivor games',
  players: '{count, plural, one {# player} other {# players}}',
  state: { joining: 'Not started', running: 'Running', over: 'Over' },
} as const;
