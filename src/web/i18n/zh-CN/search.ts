import type { search as en } from '#web/i18n/en/search.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const search: Translation<typeof en> = {
  label: '搜索球队和联赛',
  close: '关闭搜索',
  clear: '清除搜索',
  hits: '球队和联赛',
  found: '{count, plural, other {# 条建议}}',
  team: '球队',
  league: '联赛',
  cup: '杯赛',
  loading: '正在搜索…',
  nothing: '没有叫这个名字的球队或联赛',
  in_day: '查看当天与“{q}”有关的比赛',
  failed: '搜索失败',
  teams: {
    load_failed: '球队加载失败',
    unknown: '这支球队不存在',
    unknown_hint: '地址可能有误，请按名称搜索球队。',
    none: '暂无比赛',
    none_hint: '接下来的比赛一经确定就会显示在这里。',
    leagues: '参加的赛事',
    undated: '日期待定',
    all_matches: '全部比赛',
  },
};
