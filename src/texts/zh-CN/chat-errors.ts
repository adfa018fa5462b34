export const chatErrors = {
  chat_read_only: '此聊天现在不能发言。',
  store_failed: '消息未能保存，请重试。',
  tips_hidden: '该场截止后才能看到全组的预测。',
} as const;
