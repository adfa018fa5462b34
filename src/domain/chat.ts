/** Characters that a message may have (decisions.md section 7), counted as a reader counts them. */
export const CHAT_TEXT_MAX = 300;
/** Messages that are told on joining. */
export const CHAT_HISTORY = 50;
/** How many listen is told in these steps alone: a number that changes with everybody would be told all the time. */
export const CHAT_PRESENCE = [0, 1, 10, 50, 100, 500, 1_000, 5_000, 10_000] as const;
export type ChatPresence = (typeof CHAT_PRESENCE)[number];

/** A room before its match, during it, and after it: only while it is open anything is said. */
export const CHAT_STATES = ['idle', 'open', 'read_only'] as const;
export type ChatState = (typeof CHAT_STATES)[number];

/** What can be wrong with a message, to whoever reports it. */
export const CHAT_REPORT_REASONS = ['spam', 'abuse', 'threat', 'spoiler', 'other'] as const;
export type ChatReportReason = (typeof CHAT_REPORT_REASONS)[number];
/** Characters of what a user says against a mute. */
export const CHAT_APPEAL_MAX = 1_000;
