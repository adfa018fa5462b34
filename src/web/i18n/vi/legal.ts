import type * as en from '#web/i18n/en/legal.ts';
import type { Translation } from '#web/i18n/translation.ts';
import { privacy } from './legal-privacy.ts';
import { responsible } from './legal-responsible.ts';
import { terms } from './legal-terms.ts';

export const legal: Translation<typeof en.legal> = {
  load_failed: 'Không tải được trang này',
  contents: 'Trong trang này',
  version: 'Bản {version}, {date}',
  date: 'Cập nhật {date}',
  template: 'Đây là bản mẫu. Chỉ áp dụng cho trang này sau khi luật sư đã xem.',
  operator: {
    heading: 'Ai đứng sau trang này',
    missing: 'Chủ trang này chưa cung cấp tên và thông tin liên hệ.',
    name: 'Chủ trang',
    address: 'Địa chỉ bưu điện',
    email: 'Email',
    support: 'Bộ phận hỗ trợ',
    support_link: 'Liên hệ hỗ trợ',
    law: 'Luật áp dụng',
    complaints: 'Khiếu nại chưa giải quyết',
  },
  terms,
  privacy,
  responsible,
};
