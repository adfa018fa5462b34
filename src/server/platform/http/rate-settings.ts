import type { z } from 'zod';
import { wholeNumber } from '#server/platform/setting-values.ts';

/** How often something may be tried or asked, with its usual value (docs/operations.md). */
export const rateSettings = {
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000_000, 300),
  API_PER_MINUTE: wholeNumber(1, 1_000_000_000, 60),
  API_KEY_PER_MINUTE: wholeNumber(1, 1_000_000_000, 600),
  BETS_PER_MINUTE: wholeNumber(1, 1_000_000, 60),
  LOGIN_PER_15_MINUTES: wholeNumber(1, 1_000_000, 10),
  LOGIN_PER_IP_15_MINUTES: wholeNumber(1, 1_000_000, 50),
  REGISTER_PER_HOUR: wholeNumber(1, 1_000_000, 5),
  CODES_PER_HOUR: wholeNumber(1, 1_000_000, 5),
  WALLET_CHANGES_PER_DAY: wholeNumber(1, 1_000, 3),
};

type Values = { [Name in keyof typeof rateSettings]: z.output<(typeof rateSettings)[Name]> };

export const ratesOf = (settings: Values) => ({
  requestsPerMinute: settings.RATE_LIMIT_PER_MINUTE,
  apiAnonymousPerMinute: settings.API_PER_MINUTE,
  apiKeyPerMinute: settings.API_KEY_PER_MINUTE,
  betsPerMinute: settings.BETS_PER_MINUTE,
  loginsPerAddressAnd15Minutes: settings.LOGIN_PER_15_MINUTES,
  loginsPerIpAnd15Minutes: settings.LOGIN_PER_IP_15_MINUTES,
  registrationsPerHour: settings.REGISTER_PER_HOUR,
  codesPerHour: settings.CODES_PER_HOUR,
  walletChangesPerDay: settings.WALLET_CHANGES_PER_DAY,
});
