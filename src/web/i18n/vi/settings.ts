import type { settings as en } from '#web/i18n/en/settings.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const settings: Translation<typeof en> = {
  sign_in_title: 'Đăng nhập để xem cài đặt của bạn',
  sign_in_hint: 'Không cần tài khoản, bạn vẫn chọn được ngôn ngữ và giao diện ở đầu mỗi trang.',
  load_failed: 'Không tải được hồ sơ của bạn',
  profile_heading: 'Hồ sơ',
  looks_heading: 'Ngôn ngữ và giao diện',
  email: 'Email',
  display_name: 'Tên hiển thị',
  handle: 'Tên công khai',
  country: 'Quốc gia',
  time_zone: 'Múi giờ',
  member_since: 'Tham gia từ',
  last_login: 'Lần đăng nhập trước',
  none: 'Chưa có',
};
