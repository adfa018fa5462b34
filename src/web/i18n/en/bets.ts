export const bets = {
  heading: 'My bets',
} as const;
