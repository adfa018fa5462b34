import type { match as en } from '#web/i18n/en/match.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const match: Translation<typeof en> = {
  heading: '比赛',
};
