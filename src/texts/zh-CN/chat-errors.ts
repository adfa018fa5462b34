export const chatErrors = {
  chat_read_only: '此聊天现在不能发言。',
  store_failed: '消息未能保存，请重试。',
} as const;
