import type { favourites as en } from '#web/i18n/en/favourites.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const favourites: Translation<typeof en> = {
  add: 'Thêm {name} vào yêu thích',
  remove: 'Bỏ {name} khỏi yêu thích',
  title: 'Yêu thích',
  other_days: 'Ngày khác',
  none_that_day: 'Ngày này không có trận yêu thích nào',
  load_failed: 'Không tải được mục yêu thích',
  empty: 'Chưa có mục yêu thích',
  empty_hint: 'Gắn sao cho trận, đội hoặc giải đấu: các trận đó sẽ hiện ở đây và đứng đầu danh sách.',
  quiet_hint: 'Trận của đội và giải bạn theo dõi sẽ hiện vào ngày thi đấu.',
  to_matches: 'Tất cả trận đấu',
  to_leagues: 'Tất cả giải đấu',
  to_next_day: 'Ngày sau',
};
