import type { matches as en } from '#web/i18n/en/matches.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const matches: Translation<typeof en> = {
  heading: '比赛',
};
