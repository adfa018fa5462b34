export const leagues = {
  heading: 'Leagues',
} as const;
