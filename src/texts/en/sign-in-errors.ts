/** Why signing in, signing up or connecting an account fails: forms say some of it before the server has to. */
export const signInErrors = {
  account_disabled: 'This account is disabled. Please contact support.',
  session_expired: 'You’ve been signed out. Please sign in again.',
  oauth_incomplete: 'You didn’t finish signing in. Please try again.',
  oauth_already_linked:
    'This account is connected to another Matchpoint account, or you’ve connected a different one. Disconnect that one first.',
  telegram_already_bound:
    'This Telegram account is connected to another Matchpoint account, or you’ve connected a different one. Disconnect that one first.',
  password_mismatch: 'Passwords don’t match.',
  agree_required: 'Please agree to the terms and the privacy policy.',
  invalid_email: 'That email doesn’t look right. Check it for typos.',
  captcha_expired: 'Verification expired. Trying again…',
  captcha_failed: 'We couldn’t verify you’re human. Please try again.',
} as const;
