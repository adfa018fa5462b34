import type { BotWords } from '#texts/shapes.ts';

export const en: BotWords = {
  welcome:
    'This is the Matchpoint bot. This chat is not bound to an account yet.\n\nTo bind it, open Security settings on Matchpoint and press “Bind Telegram”.',
  ask_bind:
    'Bind account {account}?\n\nCodes and warnings of that account will come to this chat, and this Telegram account can sign in to it. Press Yes only if you have just asked for this on Matchpoint.',
  yes: 'Yes, bind it',
  no: 'No',
  bound:
    'This chat is bound to {account}. Codes and warnings come here from now on. Withdrawals are on hold for 6 hours, in case it was not you.\n\n/help shows what you can ask me.',
  already_bound: 'This chat is bound to {account}.\n\n/help shows what you can ask me.',
  declined: 'All right: nothing was bound.',
  link_gone: 'This link is no longer good: it is good for 10 minutes, and once. Ask for a new one in Security settings on Matchpoint.',
  bound_elsewhere: 'Your Telegram belongs to another Matchpoint account. Unbind it there first, in Security settings.',
  other_bound: 'That Matchpoint account has another Telegram already. Unbind that one first, in Security settings.',
  disabled: 'This Matchpoint account is disabled. Please contact support.',
  failed: 'That did not work. Please try again in a minute.',
  help: '/balance – your points\n/bets – your open bets\n/notices – a note when a bet ends and what else you chose, on or off\n/language – English, 中文, Tiếng Việt\n/unbind – how to unbind this chat\n\nWe never ask you for a code or a password here.',
  unbind:
    'To unbind this chat, open Security settings on Matchpoint. It is asked there, not here, so that whoever holds your phone cannot do it.',
  balance: 'You have {points, plural, one {# point} other {# points}} ({usdt} USDT).',
  bets: 'Your open bets:',
  bet: '{home} – {away}\n{when}\n{pick}: {stake, plural, one {# point} other {# points}}',
  more_bets: '{count, plural, one {# more} other {# more}} on Matchpoint.',
  no_bets: 'You have no open bets.',
  draw: 'Draw',
  notices_on: 'Notices are on: I write when a bet of yours ends, and what else you chose on Matchpoint. Codes and warnings always come.',
  notices_off: 'Notices are off. Codes and warnings still come.',
  turn_on: 'Turn on',
  turn_off: 'Turn off',
  language: 'Which language do you want?',
  language_set: 'All right, English. Messages from Matchpoint come in English, too.',
  commands: {
    balance: 'Your points',
    bets: 'Your open bets',
    notices: 'A note when a bet ends: on or off',
    language: 'English, 中文, Tiếng Việt',
    unbind: 'How to unbind this chat',
    help: 'What you can ask',
  },
};
