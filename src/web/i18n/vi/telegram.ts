import type { telegram as en } from '#web/i18n/en/telegram.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const telegram: Translation<typeof en> = {
  button: 'Kênh Telegram của chúng tôi',
  title: 'Tham gia kênh Telegram',
  lead: 'Giờ thi đấu, kết quả và tin tức về Matchpoint. Telegram mở trong thẻ mới.',
  join: 'Mở Telegram',
  later: 'Để sau',
};
