import type { survivor as enSurvivor } from '#web/i18n/en/tipping-survivor.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const survivor: Translation<typeof enSurvivor> = {
  heading: '幸存者',
  lead: '每轮选一支球队，坚持到最后的人获胜。',
  start: '开一场',
  failed: '幸存者游戏加载失败',
  players: '{count, number} 人',
  state: { joining: '未开始', running: '进行中', over: '已结束' },
};
