export const chatErrors = {
  chat_read_only: 'Phòng chat này hiện không nhận tin nhắn.',
  store_failed: 'Không lưu được tin nhắn. Vui lòng thử lại.',
  tips_hidden: 'Dự đoán của mọi người sẽ hiện khi trận này đóng nhận dự đoán.',
} as const;
