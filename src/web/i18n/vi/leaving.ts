import type { leaving as en } from '#web/i18n/en/leaving.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const leaving: Translation<typeof en> = {
  heading: 'Dữ liệu của bạn',
  export_hint: 'Tải về mọi thứ chúng tôi lưu về bạn: tài khoản, thiết bị, điểm và cược, dưới dạng tệp zip gồm JSON và CSV.',
  export: 'Tải dữ liệu của tôi',
  exported: 'Đã tải dữ liệu của bạn.',
  export_failed: 'Không tải được dữ liệu của bạn.',
  delete_hint: 'Sau bảy ngày, tài khoản đã xóa không thể khôi phục.',
  delete: 'Xóa tài khoản của tôi',
  delete_title: 'Xóa tài khoản của bạn?',
  delete_lead: 'Điều gì sẽ xảy ra:',
  delete_points: 'Điểm của bạn sẽ mất. Nếu muốn rút, hãy rút trước.',
  delete_bets: 'Cược đang mở vẫn diễn ra đến cùng, và không nhận cược mới.',
  delete_data: 'Tên, địa chỉ, số điện thoại, ví và thiết bị của bạn sẽ bị xóa. Sổ điểm giữ lại các dòng không kèm tên.',
  delete_grace: 'Bạn có bảy ngày để đổi ý: hãy đăng nhập và giữ lại tài khoản.',
  delete_submit: 'Xóa tài khoản của tôi sau bảy ngày',
  delete_cancel: 'Giữ tài khoản của tôi',
  delete_asked: 'Tài khoản của bạn sẽ bị xóa vào {date}.',
  keep_title: 'Giữ lại tài khoản?',
  keep_lead: 'Bạn đã yêu cầu xóa tài khoản. Tài khoản sẽ bị xóa vào {date}, và không đặt cược được trong thời gian đó.',
  keep_submit: 'Giữ tài khoản của tôi',
  keep_later: 'Để sau',
  kept: 'Mừng bạn trở lại: tài khoản của bạn vẫn còn.',
};
