import type { MessageWords } from './words.ts';

const MINUTES = '{minutes, plural, one {# minute} other {# minutes}}';

export const en: MessageWords = {
  kinds: {
    confirm_email: {
      subject: '{code} is your Matchpoint code',
      title: 'Confirm your email address',
      lead: 'Enter this code on Matchpoint to confirm that this address is yours.',
      short: `Matchpoint: {code} confirms your address. Good for ${MINUTES}. We never ask you for it.`,
    },
    reset_password: {
      subject: 'Your code for a new Matchpoint password',
      title: 'Set a new password',
      lead: 'Enter this code on Matchpoint to set a new password.',
      short: `Matchpoint: {code} sets a new password. Good for ${MINUTES}. We never ask you for it.`,
    },
    step_up: {
      subject: 'Your Matchpoint security code',
      title: 'Confirm that it is you',
      lead: 'Somebody who is signed in to your account wants to change something important. If that is you, enter this code on Matchpoint.',
      short: `Matchpoint: {code} confirms a change of your account. Good for ${MINUTES}. We never ask you for it.`,
    },
    password_changed: {
      subject: 'Your Matchpoint password was changed',
      title: 'Your password was changed',
      lead: 'Your other devices have been signed out.',
      short: 'Matchpoint: your password was changed on {when} ({from}). Not you? {link}',
    },
    password_reset: {
      subject: 'Your Matchpoint password was reset',
      title: 'Your password was reset',
      lead: 'A new password was set with a code that we sent, and all devices have been signed out.',
      short: 'Matchpoint: your password was reset on {when} ({from}). Not you? {link}',
    },
    email_changed: {
      subject: 'The email address of your Matchpoint account was changed',
      title: 'Your email address was changed',
      lead: 'Your account now uses another email address. From now on, codes and notices go there.',
      short: 'Matchpoint: the email address of your account was changed on {when} ({from}). Not you? {link}',
    },
  },
  code_valid: `The code is good for ${MINUTES} and can be used once.`,
  code_secret: 'Nobody from Matchpoint will ever ask you for this code. Do not give it to anyone.',
  code_not_asked: 'You did not ask for it? Then do nothing: without the code, nothing changes.',
  step_up_not_asked:
    'It was not you? Then somebody else is signed in to your account: change your password and sign out your other devices.',
  when: 'When',
  device: 'Device',
  country: 'Country',
  device_on: '{browser} on {system}',
  unknown_device: 'Unknown device',
  unknown_country: 'Unknown',
  from: '{device}, {country}',
  was_me: 'If this was you, there is nothing to do.',
  was_not_me: 'If it was not you, secure your account now: every device is signed out and withdrawals are put on hold.',
  not_me: 'This was not me',
  link_in_full: 'If the button does not work, open this address in your browser:',
  automatic: 'Matchpoint sent this message automatically. Replies are not read.',
};
