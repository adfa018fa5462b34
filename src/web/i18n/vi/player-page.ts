import type { playerPage as en } from '#web/i18n/en/player-page.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const playerPage: Translation<typeof en> = {
  load_failed: 'Không tải được cầu thủ',
  number: 'Số {number, number}',
  season: 'Mùa này',
  matches: 'Từng trận',
  figure: {
    appearances: 'Ra sân',
    minutes: 'Số phút',
    goals: 'Bàn thắng',
    assists: 'Kiến tạo',
    yellow_cards: 'Thẻ vàng',
    red_cards: 'Thẻ đỏ',
    rating: 'Điểm',
  },
  starts: 'đá chính {count, number}',
  penalties: '{count, number} phạt đền',
  of_matches: 'theo {known, number}/{all, number} trận',
  role: { starter: 'Đá chính', substitute: 'Vào sân', bench: 'Dự bị' },
  misses: 'Vắng mặt trận tới',
  may_miss: 'Có thể vắng mặt trận tới',
  none: 'Chưa có trận nào mùa này',
  none_hint: 'Trận đấu hiện ở đây khi cầu thủ có tên trong đội hình hoặc diễn biến.',
  could_be: 'Tên viết tắt này khớp với nhiều cầu thủ. Số liệu có ở trang của từng người:',
};
