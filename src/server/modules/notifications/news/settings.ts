import type { NotificationChoices, NotificationKinds, NotificationSettings } from '#contract/notifications.ts';
import { DAY_BUDGET, MATCH_BUDGET } from '#domain/notifications/notification.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { deviceView } from './devices.ts';
import { countMutes } from './mutes.ts';
import * as settings from './settings-queries.ts';
import { vapidKey } from './vapid.ts';

const [ON, OFF] = [
  { push: true, telegram: false },
  { push: false, telegram: false },
];

/** Default settings: push for important events, Telegram for bet results. */
const USUAL_KINDS: NotificationKinds = {
  lineups: OFF,
  kickoff: ON,
  goal: ON,
  red_card: ON,
  half_time: OFF,
  full_time: ON,
  swing: ON,
  tip_reminder: ON,
  round_digest: ON,
  bet: { push: true, telegram: true, mail: false },
  withdrawal: { push: true },
};

type ChosenRow = Pick<settings.SettingsRow, 'kinds' | 'match_max' | 'day_max' | 'quiet_from' | 'quiet_to' | 'quiet_kinds'>;
export type Choices = Omit<NotificationChoices, 'telegram_on'>;

/** Returns the choices stored in a row, or the defaults without a row. Kinds that are newer than the row have their defaults. */
export function choicesOf(row: ChosenRow | undefined): Choices {
  if (row === undefined) return { kinds: USUAL_KINDS, match_max: MATCH_BUDGET.initially, day_max: DAY_BUDGET.initially, quiet: null };
  const { kinds, match_max, day_max, quiet_from: from, quiet_to: to, quiet_kinds } = row;
  return {
    kinds: { ...USUAL_KINDS, ...(kinds as Partial<NotificationKinds>) },
    match_max,
    day_max,
    quiet: from === null || to === null ? null : { from, to, kinds: quiet_kinds as NonNullable<Choices['quiet']>['kinds'] },
  };
}

/** Returns the caller's settings and devices. */
export async function settingsOf(deps: Deps, { id, sessionId }: SignedIn): Promise<NotificationSettings> {
  const user = await requireUser(deps, id);
  const { db, config, now } = deps;
  const chat = await settings.findChat(db, id);
  const devices = await settings.findDevices(db, id, now());
  return {
    choices: { ...choicesOf(await settings.findSettings(db, id)), telegram_on: user.telegram_notices },
    time_zone: user.time_zone,
    vapid_public_key: (await vapidKey(deps)).publicKey,
    devices: devices.map((device) => deviceView(device, sessionId)),
    telegram: config.telegram === null ? 'unavailable' : chat === undefined ? 'unbound' : chat.reachable ? 'ready' : 'blocked',
    mail: user.email !== null && user.email_verified_at !== null ? 'ready' : 'unconfirmed',
    muted: await countMutes(db, id),
  };
}

/** Stores the caller's settings, replacing all previous ones. */
export async function choose(deps: Deps, caller: SignedIn, chosen: NotificationChoices): Promise<NotificationSettings> {
  const { id } = await requireUser(deps, caller.id);
  const { kinds, telegram_on, match_max, day_max, quiet } = chosen;
  await transact(deps, async (db) => {
    await settings.writeSettings(db, {
      ...{ user_id: id, kinds: JSON.stringify(kinds), match_max, day_max, changed_at: deps.now() },
      ...{ quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null, quiet_kinds: [...new Set(quiet?.kinds)] },
    });
    await settings.setTelegramNotices(db, id, telegram_on);
  });
  return settingsOf(deps, caller);
}
