export const match = {
  heading: 'Match',
} as const;
