import type { titles as en } from '#web/i18n/en/titles.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const titles: Translation<typeof en> = {
  matches: '比赛',
  match: '{home} 对 {away}',
  match_unknown: '比赛',
  leagues: '联赛',
  standings: '{league} 积分榜',
  standings_unknown: '积分榜',
  bets: '我的预测',
  account: '账户',
  settings_profile: '个人资料设置',
  settings_security: '安全设置',
  admin_login: '运营后台',
  terms: '服务条款',
  privacy: '隐私政策',
};
