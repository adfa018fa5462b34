import type { elsewhere as en, elsewhereErrors as enErrors } from '#web/i18n/en/elsewhere.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const elsewhere: Translation<typeof en> = {
  continue_with: 'Tiếp tục với {provider}',
  or: 'hoặc',
  copy_address: 'Sao chép địa chỉ',
  arriving: 'Đang đăng nhập…',
  failed_title: 'Đăng nhập không thành công',
  link_failed_title: 'Chưa liên kết được {provider}',
  another_way: 'Đăng nhập bằng cách khác',
  go_back: 'Quay lại',
  linked: 'Đã liên kết {provider}.',
  proved: 'Cảm ơn bạn. Hãy thực hiện lại thao tác vừa rồi.',
  refusals: {
    account_disabled: 'Tài khoản này đã bị khóa. Vui lòng liên hệ hỗ trợ.',
    oauth_already_linked: 'Tài khoản {provider} này đã gắn với một tài khoản khác ở đây, hoặc bạn đã liên kết một tài khoản rồi.',
    session_expired: 'Bạn đã bị đăng xuất. Vui lòng đăng nhập rồi thử lại.',
    telegram_already_bound: 'Tài khoản Telegram này đã gắn với một tài khoản khác ở đây.',
  },
  register_title: 'Sắp xong rồi',
  register_as: 'Bạn đã đăng nhập bằng {provider} ({who}). Chỉ còn một bước nữa để có tài khoản.',
  register_unnamed: 'Bạn đã đăng nhập bằng {provider}. Chỉ còn một bước nữa để có tài khoản.',
  register_known: 'Bạn đã có tài khoản ở đây? Hãy đăng nhập rồi liên kết {provider} trong phần cài đặt.',
  totp_title: 'Bước thứ hai',
  heading: 'Tài khoản liên kết',
  lead: 'Dùng để đăng nhập thay cho mật khẩu.',
  not_linked: 'Chưa liên kết',
  linked_on: 'Liên kết ngày {date}',
  verified_on: 'Xác nhận ngày {date}',
  link: 'Liên kết',
  link_of: 'Liên kết {provider}',
  unlink: 'Hủy liên kết',
  unlink_of: 'Hủy liên kết {provider}',
  unlink_title: 'Hủy liên kết {provider}?',
  unlink_lead: 'Bạn sẽ không thể đăng nhập bằng {identifier} nữa.',
  unlinked: 'Đã hủy liên kết {provider}.',
  last_title: 'Đây là cách đăng nhập duy nhất của bạn',
  last_lead: 'Không có {provider}, bạn sẽ không đăng nhập được nữa. Hãy đặt mật khẩu trước rồi mới hủy liên kết.',
  set_password: 'Đặt mật khẩu',
  cancel: 'Hủy',
};

export const elsewhereErrors: Translation<typeof enErrors> = {
  oauth_incomplete: 'Đăng nhập chưa hoàn tất. Vui lòng thử lại.',
  oauth_sync_failed: 'Chúng tôi chưa thể hoàn tất đăng nhập cho bạn.',
  oauth_sync_error: 'Mất kết nối khi hoàn tất đăng nhập. Hãy kiểm tra mạng rồi thử lại.',
  browser_only:
    'Google không cho đăng nhập bên trong ứng dụng khác. Hãy sao chép địa chỉ và mở bằng trình duyệt, chẳng hạn Safari hoặc Chrome.',
  google_failed: 'Đăng nhập bằng Google không thành công. Vui lòng thử lại.',
  telegram_failed: 'Đăng nhập bằng Telegram không thành công. Vui lòng thử lại.',
};
