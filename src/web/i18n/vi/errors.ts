import type { errors as en } from '#web/i18n/en/errors.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const errors: Translation<typeof en> = {
  network: 'Không kết nối được với Matchpoint. Hãy kiểm tra mạng rồi thử lại.',
  timeout: 'Matchpoint phản hồi quá lâu. Vui lòng thử lại.',
  request_failed: 'Yêu cầu không thành công. Vui lòng thử lại.',
  login_failed: 'Đăng nhập không thành công. Vui lòng thử lại.',
  registration_failed: 'Đăng ký không thành công. Vui lòng thử lại.',
  refresh_failed: 'Hiện chưa gia hạn được phiên đăng nhập. Bạn vẫn đang đăng nhập; vui lòng thử lại.',
  token_missing: 'Phản hồi không có thông tin đăng nhập. Vui lòng thử lại.',
  reset_failed: 'Không đặt lại được mật khẩu. Vui lòng thử lại.',
  captcha_failed: 'Kiểm tra robot không thành công. Vui lòng thử lại.',
  captcha_insecure: 'Việc kiểm tra robot chỉ hoạt động trên kết nối an toàn. Vui lòng mở trang này bằng https.',
  invalid_reply: 'Không đọc được phản hồi. Vui lòng tải lại trang.',
};
