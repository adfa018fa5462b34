export const signInErrors = {
  account_disabled: 'Tài khoản này đã bị vô hiệu hóa. Vui lòng liên hệ hỗ trợ.',
  session_expired: 'Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.',
  oauth_incomplete: 'Đăng nhập chưa hoàn tất. Vui lòng thử lại.',
  oauth_already_linked:
    'Tài khoản này đã liên kết với một tài khoản Matchpoint khác, hoặc bạn đã liên kết một tài khoản khác. Hãy hủy liên kết đó trước.',
  telegram_already_bound:
    'Telegram này đã liên kết với một tài khoản Matchpoint khác, hoặc bạn đã liên kết một Telegram khác. Hãy hủy liên kết đó trước.',
  password_mismatch: 'Hai mật khẩu không khớp.',
  agree_required: 'Vui lòng đồng ý với điều khoản và chính sách bảo mật.',
  invalid_email: 'Email không hợp lệ. Vui lòng kiểm tra lại.',
  captcha_expired: 'Xác minh đã hết hạn. Đang thử lại…',
  captcha_failed: 'Chưa xác minh được bạn không phải robot. Vui lòng thử lại.',
} as const;
