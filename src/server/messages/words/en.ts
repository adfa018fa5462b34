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
    confirm_phone: {
      subject: 'Your Matchpoint code',
      title: 'Confirm your phone number',
      lead: 'Enter this code on Matchpoint to confirm that this number is yours.',
      short: `Matchpoint: {code} confirms your phone number. Good for ${MINUTES}. We never ask you for it.`,
    },
    wallet_changed: {
      subject: 'The wallet of your Matchpoint account was changed',
      title: 'Your wallet was changed',
      lead: 'Withdrawals go to another wallet address from now on. They are on hold for 24 hours.',
      short: 'Matchpoint: your wallet address was changed on {when} ({from}). Not you? {link}',
    },
    phone_changed: {
      subject: 'The phone number of your Matchpoint account was changed',
      title: 'Your phone number was changed',
      lead: 'A phone number was added to your account, replaced or removed.',
      short: 'Matchpoint: the phone number of your account was changed on {when} ({from}). Not you? {link}',
    },
    account_linked: {
      subject: 'A way to sign in was added to your Matchpoint account',
      title: 'A way to sign in was added',
      lead: 'Somebody who is signed in to your account linked a Google or Telegram account to it. It can be used to sign in from now on.',
      short: 'Matchpoint: a way to sign in was added to your account on {when} ({from}). Not you? {link}',
    },
    account_unlinked: {
      subject: 'A way to sign in was removed from your Matchpoint account',
      title: 'A way to sign in was removed',
      lead: 'A Google or Telegram account was unlinked. It can no longer be used to sign in.',
      short: 'Matchpoint: a way to sign in was removed from your account on {when} ({from}). Not you? {link}',
    },
    two_factor_on: {
      subject: 'Two-factor sign-in is on',
      title: 'Two-factor sign-in is on',
      lead: 'From now on, signing in also takes a code of your authenticator app.',
      short: 'Matchpoint: two-factor sign-in was turned on, {when} ({from}). Not you? {link}',
    },
    two_factor_off: {
      subject: 'Two-factor sign-in is off',
      title: 'Two-factor sign-in is off',
      lead: 'Signing in no longer takes a code of an authenticator app.',
      short: 'Matchpoint: two-factor sign-in was turned off, {when} ({from}). Not you? {link}',
    },
    recovery_codes_renewed: {
      subject: 'New recovery codes for your Matchpoint account',
      title: 'New recovery codes',
      lead: 'Somebody who is signed in to your account drew new recovery codes for two-factor sign-in. The old ones are worth nothing any more.',
      short: 'Matchpoint: new recovery codes were drawn for your account on {when} ({from}). Not you? {link}',
    },
    data_exported: {
      subject: 'Your Matchpoint data was downloaded',
      title: 'Your data was downloaded',
      lead: 'Somebody who is signed in to your account downloaded all that we keep about you.',
      short: 'Matchpoint: the data of your account was downloaded on {when} ({from}). Not you? {link}',
    },
    deletion_requested: {
      subject: 'Your Matchpoint account will be deleted',
      title: 'Your account will be deleted',
      lead: 'It will be erased in seven days. Sign in before then if you want to keep it.',
      short: 'Matchpoint: your account will be deleted in seven days, as asked on {when} ({from}). Not you? {link}',
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
