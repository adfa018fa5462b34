import type { playerPage as en } from '#web/i18n/en/player-page.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const playerPage: Translation<typeof en> = {
  load_failed: '球员加载失败',
  number: '{number, number} 号',
  season: '本赛季',
  matches: '逐场数据',
  figure: {
    appearances: '出场',
    minutes: '出场分钟',
    goals: '进球',
    assists: '助攻',
    yellow_cards: '黄牌',
    red_cards: '红牌',
    rating: '评分',
  },
  starts: '首发 {count, number} 场',
  penalties: '点球 {count, number} 个',
  of_matches: '据 {all, number} 场中的 {known, number} 场',
  role: { starter: '首发', substitute: '替补出场', bench: '替补未出场' },
  misses: '缺席下一场',
  may_miss: '可能缺席下一场',
  none: '本赛季暂无比赛',
  none_hint: '首发阵容或赛况提到该球员后，比赛会显示在这里。',
  could_be: '这个缩写对应多名球员，数据请看各自的页面：',
};
