/**
 * How long personal data is kept (docs/rules.md#retention). The jobs that delete it and the privacy page, which states it, read the same
 * numbers.
 */
export const RETENTION_DAYS = {
  /** The IP address of a registration. That of a session goes with the session. */
  registrationIp: 90,
  /** A session, after it ended. */
  session: 30,
  /** On which days a user was active, and from when to when. */
  activity: 90,
  /** That a mail, text or Telegram message was sent. What it said is erased once it is sent. */
  message: 30,
  /** What a device or a chat was notified of. */
  notification: 3,
  /** What webhooks were told. */
  webhookEvent: 7,
  /** Chat messages, and mutes after they end. */
  chat: 30,
} as const;

/** Days between the request to delete an account and its erasure: its owner may come back. */
export const DELETION_GRACE_DAYS = 7;

/** The log of what operators did. The database refuses to delete its rows earlier. */
export const AUDIT_YEARS = 5;
