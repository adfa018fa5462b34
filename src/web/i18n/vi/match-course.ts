import type * as en from '#web/i18n/en/match-course.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const matchCourse: Translation<typeof en.matchCourse> = {
  pressure: 'Sức ép',
  per_minute: 'điểm mỗi phút',
  made_of: 'Tính từ: {kinds}.',
  source_by_minutes: 'Nguồn: {source}, khoảng {minutes, number} phút có số liệu mới.',
  source_by_shot: 'Nguồn: {source}, theo từng cú sút.',
  gaps: 'Không có số liệu mới {spans}.',
  pressure_chart: 'Trong {count, number} quãng, {home} ép sân hơn ở {home_count, number} quãng, {away} ở {away_count, number} quãng.',
  figures: 'Tất cả số liệu',
  minute: 'Phút',
  expected_goals: 'Bàn thắng kỳ vọng (xG) theo thời gian',
  expected_goals_chart: 'Bàn thắng kỳ vọng đến phút {minute}: {home} {home_value}, {away} {away_value}.',
  shot_map: 'Bản đồ cú sút',
  shot_map_chart: 'Cú sút trên sân: {home} {home_count, number}, {away} {away_count, number}. Chi tiết ở danh sách bên dưới.',
  shot_map_key: 'Càng to càng dễ thành bàn. Tô đặc: bàn thắng. Nét đứt: bị chặn.',
  shot_list: 'Tất cả cú sút',
  shot_value: 'xG {value}',
  outcome: { goal: 'bàn thắng', saved: 'bị cản phá', off_target: 'ra ngoài', blocked: 'bị chặn', woodwork: 'trúng khung gỗ' },
};

export const players: Translation<typeof en.players> = {
  goals: '{count, number} bàn thắng',
  own_goals: '{count, number} bàn phản lưới',
  assists: '{count, number} kiến tạo',
  came_on: 'vào sân {minute}',
  went_off: 'rời sân {minute}',
  rating: 'điểm {value}',
  best_rating: 'điểm {value}, hay nhất trận',
  rated_by: 'Chấm điểm: {source}.',
  best: 'Cầu thủ hay nhất trận:',
  best_line: '{player} ({team}), điểm cao nhất theo {source}',
};
