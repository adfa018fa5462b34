import type * as en from '#web/i18n/en/help-lines.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const helpLines: Translation<typeof en.helpLines> = {
  heading: 'Hỗ trợ khi chơi quá đà',
  lead: 'Hãy trò chuyện với người am hiểu. Chưa chắc mình có vấn đề, bạn vẫn gọi được.',
  country: 'Quốc gia',
  choose: 'Chọn quốc gia của bạn',
  in_country: 'Nơi giúp bạn tại {country}',
  none: 'Chúng tôi không biết dịch vụ nào tại {country}. Các dịch vụ này giúp ở mọi nơi:',
  international: 'Ở bất cứ đâu',
  general: 'Hỗ trợ khủng hoảng nói chung, kể cả cờ bạc',
  always: '24 giờ mỗi ngày',
  hours: '{from}–{to} giờ địa phương',
  languages: 'Ngôn ngữ: {languages}',
  checked: 'Kiểm tra {date}',
  call: 'Gọi {name}',
  website: 'Trang web của {name}',
  load_failed: 'Không tải được danh sách dịch vụ',
  emergency: 'Đang gặp nguy hiểm? Gọi số khẩn cấp của nước bạn.',
  more: 'Về chơi có trách nhiệm',
};
