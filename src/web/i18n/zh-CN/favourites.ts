import type { favourites as en } from '#web/i18n/en/favourites.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const favourites: Translation<typeof en> = {
  add: '收藏 {name}',
  remove: '取消收藏 {name}',
  title: '收藏',
  other_days: '其他日期',
  none_that_day: '这一天没有您收藏的比赛',
  load_failed: '收藏加载失败',
  empty: '还没有收藏',
  empty_hint: '给比赛、球队或联赛点亮星标，相关比赛就会显示在这里，并排在列表最前面。',
  quiet_hint: '您收藏的球队和联赛有比赛的日子，比赛会显示在这里。',
  to_matches: '全部比赛',
  to_leagues: '全部联赛',
  to_next_day: '后一天',
};
