import type { bets as en } from '#web/i18n/en/bets.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const bets: Translation<typeof en> = {
  heading: '我的预测',
};
