import type { leagues as en } from '#web/i18n/en/leagues.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const leagues: Translation<typeof en> = {
  heading: 'Giải đấu',
};
