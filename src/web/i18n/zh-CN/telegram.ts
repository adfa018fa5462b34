import type { telegram as en } from '#web/i18n/en/telegram.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const telegram: Translation<typeof en> = {
  button: '我们的 Telegram 频道',
  title: '加入 Telegram 频道',
  lead: '开赛、赛果和 Matchpoint 动态。Telegram 将在新标签页中打开。',
  join: '打开 Telegram',
  later: '以后再说',
};
