import type { outbox as en } from '#web/i18n/en/outbox.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const outbox: Translation<typeof en> = {
  heading: 'Hộp thư đi',
  lead: 'Bản thử không gửi gì cả: những gì lẽ ra được gửi nằm ở đây, ai cũng đọc được.',
  filter: 'Chỉ gửi đến địa chỉ này',
  load_failed: 'Không tải được hộp thư đi',
  empty: 'Chưa có gì được gửi',
  empty_hint: 'Hãy đăng ký hoặc yêu cầu mã: thư sẽ đến đây sau vài giây.',
  empty_for: 'Chưa gửi gì đến {address}',
  empty_for_hint: 'Địa chỉ có đúng như trong biểu mẫu không?',
  clear: 'Hiện tất cả',
  email: 'Thư',
  telegram: 'Telegram',
  sms: 'Tin nhắn',
  to: 'Đến {address}',
  copy_code: 'Sao chép mã',
  code: 'Mã',
  show: 'Đọc',
  hide: 'Đóng',
  view: 'Cách xem',
  text: 'Văn bản',
  html: 'Dạng thư',
  frame: 'Thư như người nhận thấy',
  hint: 'Bản thử: đọc tin trong <link>hộp thư đi</link>.',
};
