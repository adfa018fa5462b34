import type { z } from 'zod';
import { notificationSettings, pushDevice } from '#contract/notifications.ts';

/** What the server would answer about notifications, made for tests through the contract's own schemas. */

export const VAPID_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

let lastId = 0;

/** A device that is told things, another one unless said. */
export const makePushDevice = (rest: Partial<z.input<typeof pushDevice>> = {}) =>
  pushDevice.parse({
    id: `01890a5d-ac96-774b-bcce-${String(++lastId).padStart(12, '0')}`,
    browser: 'Firefox',
    system: 'Linux',
    is_this: false,
    created_at: '2026-11-20T12:00:00.000Z',
    reached_at: null,
    ...rest,
  });

type Settings = z.input<typeof notificationSettings>;
interface SettingsParts extends Partial<Omit<Settings, 'choices'>> {
  choices?: Partial<Settings['choices']>;
}

const BOTH = { push: true, telegram: true };
const PUSH = { push: true, telegram: false };

export const makeNotifications = ({ choices, ...rest }: SettingsParts = {}) =>
  notificationSettings.parse({
    choices: {
      kinds: {
        lineups: { push: false, telegram: false },
        kickoff: PUSH,
        goal: BOTH,
        red_card: PUSH,
        half_time: { push: false, telegram: false },
        full_time: BOTH,
        swing: PUSH,
        bet: { ...BOTH, mail: false },
        withdrawal: { push: true },
      },
      telegram_on: true,
      match_max: 6,
      day_max: 30,
      quiet: null,
      ...choices,
    },
    time_zone: 'Asia/Ho_Chi_Minh',
    vapid_public_key: VAPID_KEY,
    devices: [],
    telegram: 'ready',
    mail: 'ready',
    ...rest,
  });
