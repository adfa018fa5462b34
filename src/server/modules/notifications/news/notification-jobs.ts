import { RETENTION_DAYS } from '#domain/identity/retention.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { purgeGroupPosts, remindGroupChats, sendToGroupChats } from '#server/modules/notifications/telegram-groups/posts.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { deleteOfEndedSessions } from './device-queries.ts';
import { deleteOldMutes } from './mutes.ts';
import { deleteOld } from './news-queries.ts';
import { notifyFollowers } from './notify-followers.ts';
import { createPushService, type PushService } from './push-service.ts';
import { deleteOldReminders } from './reminder-queries.ts';
import { digestRounds } from './round-digests.ts';
import { sendPushes } from './send-push.ts';
import { sendToChats, speakerOf } from './send-telegram.ts';
import { notifySummaries } from './summaries.ts';
import { remindOfTips } from './tip-reminders.ts';
import { watchMatches } from './watch.ts';

/** Chats show a match for longer than its notifications change. */
const RETENTION_MS = RETENTION_DAYS.notification * DAY_MS;

/** The jobs of the notifications module: each may run late, twice, or in several processes at once. */
export const NOTIFICATION_JOBS: readonly Job[] = [
  { name: 'news of matches', everyMs: 2 * SECOND_MS, run: watchMatches },
  { name: 'news to users', everyMs: SECOND_MS / 2, run: async (deps, mayGoOn) => void (await notifyFollowers(deps, mayGoOn)) },
  { name: 'pushes', everyMs: SECOND_MS / 2, run: async (deps, mayGoOn) => void (await sendPushes(deps, pushServiceOf(deps), mayGoOn)) },
  { name: 'notifications in chats', everyMs: SECOND_MS, run: notifyChats },
  { name: 'summaries of bets', everyMs: 30 * SECOND_MS, run: async (deps) => void (await notifySummaries(deps)) },
  { name: 'reminders of tips', everyMs: 5 * MINUTE_MS, run: async (deps, mayGoOn) => void (await remindOfTips(deps, mayGoOn)) },
  { name: 'reminders in group chats', everyMs: 5 * MINUTE_MS, run: async (deps, mayGoOn) => void (await remindGroupChats(deps, mayGoOn)) },
  { name: 'ends of rounds', everyMs: MINUTE_MS, run: async (deps, mayGoOn) => void (await digestRounds(deps, mayGoOn)) },
  { name: 'old notifications', everyMs: HOUR_MS, run: purgeNotifications },
];

/** One push service client per process: it keeps connections to push services alive, which do not keep the process from exiting. */
const services = new WeakMap<Deps['config'], PushService>();
function pushServiceOf(deps: Deps): PushService {
  const known = services.get(deps.config) ?? createPushService(deps);
  services.set(deps.config, known);
  return known;
}

async function notifyChats(deps: Deps): Promise<void> {
  const api = speakerOf(deps);
  if (!api) return;
  await sendToChats(deps, api);
  await sendToGroupChats(deps, api);
}

export async function purgeNotifications({ db, now, log }: Deps): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_MS);
  await deleteOld(db, before);
  await deleteOldMutes(db, before);
  await deleteOldReminders(db, before);
  await purgeGroupPosts(db, before, now());
  const devices = await deleteOfEndedSessions(db, now());
  if (devices > 0) log.info({ devices }, 'deleted push devices of ended sessions');
}
