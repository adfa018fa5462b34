/** Why a message is refused, as the chat and the server say it. */
export const chatErrors = {
  chat_read_only: 'This chat isn’t open right now.',
  store_failed: 'We couldn’t save your message. Please try again.',
  tips_hidden: 'All tips show once tipping for this match has closed.',
} as const;
