import type { survivor as enSurvivor } from '#web/i18n/en/tipping-survivor.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const survivor: Translation<typeof enSurvivor> = {
  heading: 'Sống sót',
  lead: 'Mỗi vòng chọn một đội, người trụ lại cuối cùng thắng.',
  start: 'Tạo trò chơi',
  failed: 'Không tải được trò chơi sống sót',
  players: '{count, number} người',
  state: { joining: 'Chưa bắt đầu', running: 'Đang diễn ra', over: 'Kết thúc' },
};
