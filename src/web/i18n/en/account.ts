export const account = {
  heading: 'Account',
} as const;
