import type { adminQuarantine as en } from '#web/i18n/en/admin-quarantine.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const adminQuarantine: Translation<typeof en> = {
  title: 'Cách ly',
  all_feeds: 'Mọi nguồn',
  all_kinds: 'Mọi loại',
  failed: 'Không tải được dữ liệu bị từ chối',
  none: 'Không có dữ liệu nào bị từ chối',
  times: 'báo {times, number} lần',
  payload: 'Nội dung được báo',
  first_seen: 'Báo lần đầu: {when}',
  accept: 'Chấp nhận',
  drop: 'Bỏ',
  accept_title: 'Vẫn tin điều này?',
  accept_lead: 'Được áp dụng như chưa từng bị nghi ngờ; kèo và trang sẽ theo đó.',
  drop_title: 'Gạt điều này sang bên?',
  drop_lead: 'Sẽ không hiện lại, dù được báo bao nhiêu lần.',
  accepted: 'Đã chấp nhận và có hiệu lực.',
  accepted_unchanged: 'Đã chấp nhận. Trong lúc đó dữ liệu đã tự vào: không có gì đổi.',
  dropped: 'Đã gạt sang bên.',
};
