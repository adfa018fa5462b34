/** Errors of the client alone (lib/api-error.ts lists them); the server sends its own in the reader's language. */
export const errors = {
  network: 'No connection to Matchpoint. Check your network and try again.',
  timeout: 'Matchpoint takes too long to answer. Please try again.',
  request_failed: 'The request failed. Please try again.',
  login_failed: 'Signing in failed. Please try again.',
  registration_failed: 'Registration failed. Please try again.',
  refresh_failed: 'Matchpoint could not renew your sign-in just now. You are still signed in; please try again.',
  token_missing: 'The answer had no sign-in in it. Please try again.',
  reset_failed: 'The password could not be reset. Please try again.',
  captcha_failed: 'The check that you are human failed. Please try again.',
  captcha_insecure: 'The check that you are human works over a secure connection only. Please open this site by https.',
  invalid_reply: 'The answer could not be read. Please reload the page.',
} as const;
