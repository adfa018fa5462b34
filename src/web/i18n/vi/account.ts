import type { account as en } from '#web/i18n/en/account.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const account: Translation<typeof en> = {
  heading: 'Tài khoản',
};
