import type { search as en } from '#web/i18n/en/search.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const search: Translation<typeof en> = {
  label: 'Tìm đội và giải đấu',
  close: 'Đóng tìm kiếm',
  clear: 'Xóa tìm kiếm',
  hits: 'Đội và giải đấu',
  found: '{count, plural, other {# gợi ý}}',
  team: 'Đội',
  league: 'Giải đấu',
  cup: 'Cúp',
  loading: 'Đang tìm…',
  nothing: 'Không có đội hay giải nào tên như vậy',
  in_day: 'Xem các trận trong ngày có “{q}”',
  failed: 'Tìm kiếm không thành công',
  teams: {
    load_failed: 'Không tải được đội bóng',
    unknown: 'Đội này không tồn tại',
    unknown_hint: 'Có thể địa chỉ không đúng. Hãy tìm đội theo tên.',
    none: 'Chưa có trận đấu nào',
    none_hint: 'Các trận sắp tới sẽ hiện ở đây ngay khi có lịch.',
    leagues: 'Thi đấu ở',
    undated: 'Chưa chốt ngày',
    all_matches: 'Tất cả trận đấu',
  },
};
