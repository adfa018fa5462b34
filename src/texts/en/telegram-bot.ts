import type { BotWords } from '#texts/shapes.ts';

export const en: BotWords = {
  welcome:
    'This is the Matchpoint bot. This chat isn’t connected to an account yet.\n\nTo connect it, open Settings → Security on Matchpoint and tap “Connect Telegram”.',
  ask_bind:
    'Connect this chat to {account}?\n\nCodes and security alerts for that account will come here. You’ll also be able to sign in to it with this Telegram account. Tap “Yes, connect” only if you’ve just asked for this on Matchpoint.',
  yes: 'Yes, connect',
  no: 'No',
  bound:
    'This chat is now connected to {account}. Codes and security alerts can reach you here. To keep your points safe, withdrawals are on hold for 6 hours.\n\nSend /help to see what you can ask me.',
  already_bound: 'This chat is connected to {account}.\n\nSend /help to see what you can ask me.',
  declined: 'OK, nothing was connected.',
  link_gone: 'This link no longer works: links last 10 minutes and work once. Get a new one under Settings → Security on Matchpoint.',
  bound_elsewhere:
    'This Telegram account is connected to another Matchpoint account. Disconnect it there first, under Settings → Security.',
  other_bound: 'That Matchpoint account is connected to another Telegram account. Disconnect that one first, under Settings → Security.',
  disabled: 'This Matchpoint account is disabled. Please contact support.',
  failed: 'Something went wrong. Please try again in a minute.',
  help: '/tip – tip the next match of your groups\n/balance – your points\n/bets – your open bets\n/notices – notifications on or off\n/language – English, 中文, Tiếng Việt\n/unbind – how to disconnect this chat\n\nWe’ll never ask you for a code or a password here.',
  unbind:
    'To disconnect this chat, open Settings → Security on Matchpoint. You can only do it there, which keeps you safe if you lose your phone.',
  balance: 'You have {points, plural, one {# point} other {# points}} ({usdt} USDT).',
  bets: 'Your open bets:',
  bet: '{home} v {away}\n{when}\n{pick}: {stake, plural, one {# point} other {# points}}',
  more_bets: '{count, number} more on Matchpoint.',
  no_bets: 'You have no open bets.',
  draw: 'Draw',
  notices_on:
    'Notifications are on. You’ll hear from me when a bet is settled, and about anything else you chose on Matchpoint. Codes and security alerts always come.',
  notices_off: 'Notifications are off. Codes and security alerts still come.',
  turn_on: 'Turn on',
  turn_off: 'Turn off',
  language: 'Which language would you like?',
  language_set: 'Done: English it is. All messages from Matchpoint will be in English too.',
  tip_ask: '{home} – {away}\n{league} · closes {when}\n\nChoose your tip. It counts in:\n{groups}',
  tip_chosen: '{home} – {away}\n{league} · closes {when}\n\nYour tip: {tip}. Not saved yet. It counts in:\n{groups}',
  tip_group_known: '{group} (now {tip})',
  tip_margin: '{team} by {margin}',
  tip_save: 'Save {tip}',
  tip_skip: 'Next match',
  tip_next: 'Next match',
  tip_saved: 'Saved: {home} – {away}, {tip}\nIn {groups}',
  tip_late: 'Too late: {home} – {away} had closed in {groups}. Your tip there stays as it was.',
  tip_closed: 'You can’t tip this match any more.',
  tip_none: 'You have no tips missing for the next 7 days.\n\nYour groups: {url}',
  tip_end: 'That was the last match without a tip. Send /tip to see the ones you skipped.',
  commands: {
    tip: 'Tip the next match',
    balance: 'Your points',
    bets: 'Your open bets',
    notices: 'Notifications on or off',
    language: 'English, 中文, Tiếng Việt',
    unbind: 'How to disconnect this chat',
    help: 'What you can ask',
  },
};
