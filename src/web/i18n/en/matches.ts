export const matches = {
  heading: 'Matches',
} as const;
