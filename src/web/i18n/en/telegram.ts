export const telegram = {
  button: 'Our Telegram channel',
  title: 'Join our Telegram channel',
  lead: 'Kick-offs, results and news about Matchpoint. Telegram opens in a new tab.',
  join: 'Open Telegram',
  later: 'Later',
} as const;
