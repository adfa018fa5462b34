import type { MessageChannel } from '#contract/outbox.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { unseal } from '#server/platform/crypto/seal.ts';
import { retryMs } from './back-off.ts';
import type { Channel, Outcome } from './channel.ts';
import * as queue from './delivery-queries.ts';
import type { MessageContent } from './message.ts';
import { type Rendered, renderMessage } from './render.ts';

/** How many are handed over at a time, and how many each of these hands takes before the job begins anew. */
const HANDS = 5;
const PER_HAND_MAX = 20;

/** Much longer than handing over may take (channel.ts). */
const IN_HAND_MAX = 5 * MINUTE_MS;
const KEPT = 30 * DAY_MS;

/**
 * Hands over what is due in one channel. Each message is claimed in the database first, so any number of processes may do this at once, and one
 * that dies takes what it had claimed with it: better a message too few than one twice. Says how many it took.
 */
export async function deliverDue(deps: Deps, name: MessageChannel, channel: Channel): Promise<number> {
  const first = await queue.claimMessage(deps.db, name, deps.now());
  if (first === null) return 0;
  const hand = async (claimed: queue.ClaimedMessage | null): Promise<number> => {
    for (let taken = 0; ; taken++) {
      const message = taken === 0 && claimed !== null ? claimed : await queue.claimMessage(deps.db, name, deps.now());
      if (message === null) return taken;
      const isGoingOn = await handOver(deps, channel, message);
      if (!isGoingOn || taken + 1 === PER_HAND_MAX) return taken + 1;
    }
  };
  const taken = await Promise.all(Array.from({ length: HANDS }, (_, index) => hand(index === 0 ? first : null)));
  return taken.reduce((sum, count) => sum + count, 0);
}

/** False when the channel asked for a pause. */
async function handOver(deps: Deps, channel: Channel, message: queue.ClaimedMessage): Promise<boolean> {
  const { db, now } = deps;
  const text = unseal(deps, message.sealed);
  if (text === null) {
    await end(deps, message, 'unreadable', 'sealed with a key that is not among SERVER_KEY any more');
    return true;
  }
  const { to, content } = JSON.parse(text) as { to: string | null; content: MessageContent };
  if (to === null) {
    await queue.endMessage(db, message, now(), 'nobody', null);
    return true;
  }
  if (isExpired(content, message.created_at, now())) {
    await end(deps, message, 'too_old', 'the code had expired before it could be sent');
    return true;
  }
  const outcome = await send(channel, message, to, content);
  if (outcome.kind === 'not_sent') {
    const waitMs = Math.max(retryMs(message.tries, deps.randomBytes), Math.min(outcome.afterMs ?? 0, DAY_MS));
    await queue.putBack(db, message, new Date(now().getTime() + waitMs), outcome.problem);
    return outcome.afterMs === undefined;
  }
  if (outcome.kind === 'sent') await queue.markSent(db, message, now());
  else await end(deps, message, outcome.kind === 'refused' ? 'refused' : 'outcome_unknown', outcome.problem);
  return true;
}

async function send(channel: Channel, message: queue.ClaimedMessage, to: string, content: MessageContent): Promise<Outcome> {
  let rendered: Rendered;
  try {
    rendered = renderMessage(content, message.locale, message.channel);
  } catch {
    // Of a kind that a newer version queued, perhaps, beside which this one still runs.
    return { kind: 'not_sent', problem: `this version has no words for "${content.kind}"` };
  }
  try {
    return await channel.send({ id: message.id, to, locale: message.locale, ...rendered });
  } catch (error) {
    // What a channel did not foresee may have happened when the message was on its way.
    return { kind: 'unknown', problem: `unforeseen: ${error instanceof Error ? error.name : typeof error}` };
  }
}

const isExpired = (content: MessageContent, createdAt: Date, now: Date): boolean =>
  'minutes' in content && now.getTime() >= createdAt.getTime() + content.minutes * MINUTE_MS;

async function end(deps: Deps, message: queue.ClaimedMessage, because: queue.EndedBecause, problem: string): Promise<void> {
  await queue.endMessage(deps.db, message, deps.now(), because, problem);
  report(deps, [{ ...message, ended_because: because, problem }]);
}

/** Ends what nobody could send within a day, and what was in the hands of a process that died. */
export async function endUnsent(deps: Deps): Promise<void> {
  const at = deps.now();
  const before = (ms: number) => new Date(at.getTime() - ms);
  report(deps, await queue.endOld(deps.db, at, before(DAY_MS)));
  report(deps, await queue.endLost(deps.db, at, before(IN_HAND_MAX)));
}

function report({ log }: Deps, ended: readonly queue.EndedMessage[]): void {
  for (const { id, channel, kind, ended_because, problem } of ended)
    log.warn({ message: id, channel, kind, because: ended_because, problem }, 'a message ended unsent');
}

/** Forgets messages 30 days after they ended. */
export async function purgeMessages({ db, now, log }: Deps): Promise<void> {
  const messages = await queue.deleteEnded(db, new Date(now().getTime() - KEPT));
  if (messages > 0) log.info({ messages }, 'forgot old messages');
}
