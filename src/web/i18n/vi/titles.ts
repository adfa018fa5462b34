import type { titles as en } from '#web/i18n/en/titles.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const titles: Translation<typeof en> = {
  matches: 'Trận đấu',
  match: '{home} gặp {away}',
  match_unknown: 'Trận đấu',
  leagues: 'Giải đấu',
  standings: 'Bảng xếp hạng {league}',
  standings_unknown: 'Bảng xếp hạng',
  bets: 'Dự đoán của tôi',
  account: 'Tài khoản',
  settings_profile: 'Cài đặt hồ sơ',
  settings_security: 'Cài đặt bảo mật',
  admin_login: 'Trang vận hành',
  terms: 'Điều khoản',
  privacy: 'Quyền riêng tư',
};
