import type * as en from '#web/i18n/en/match-course.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const matchCourse: Translation<typeof en.matchCourse> = {
  pressure: '场上压力',
  per_minute: '每分钟分值',
  made_of: '统计项目：{kinds}。',
  source_by_minutes: '来源：{source}，约每 {minutes, number} 分钟有新数据。',
  source_by_shot: '来源：{source}，逐次射门。',
  gaps: '{spans} 没有新数据。',
  pressure_chart: '共 {count, number} 个时段，{home}有 {home_count, number} 个压力更大，{away}有 {away_count, number} 个。',
  figures: '全部数据',
  minute: '时间',
  expected_goals: '预期进球（xG）走势',
  expected_goals_chart: '截至第 {minute} 分钟的预期进球：{home} {home_value}，{away} {away_value}。',
  shot_map: '射门分布',
  shot_map_chart: '场上射门：{home} {home_count, number} 次，{away} {away_count, number} 次，明细见下方列表。',
  shot_map_key: '圆越大越可能进球，实心为进球，虚线为被封堵。',
  shot_list: '全部射门',
  shot_value: 'xG {value}',
  outcome: { goal: '进球', saved: '被扑出', off_target: '射偏', blocked: '被封堵', woodwork: '击中门框' },
};

export const players: Translation<typeof en.players> = {
  goals: '{count, number} 球',
  own_goals: '{count, number} 个乌龙球',
  assists: '{count, number} 次助攻',
  came_on: '{minute} 换上',
  went_off: '{minute} 换下',
  rating: '评分 {value}',
  best_rating: '评分 {value}，全场最佳',
  rated_by: '评分：{source}。',
  best: '全场最佳：',
  best_line: '{player}（{team}），{source} 评分最高',
};
