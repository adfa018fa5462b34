import { MESSAGE_CHANNELS } from '#contract/outbox.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import type { Channels } from './channels.ts';
import { deliverDue } from './deliver.ts';

/** A job a channel, so that a slow one holds up nobody else. What has no channel waits. */
export const messageJobs = (channels: Channels): Job[] =>
  MESSAGE_CHANNELS.flatMap((name) => {
    const channel = channels[name];
    if (channel === null) return [];
    return { name: `messages by ${name}`, everyMs: 1_000, run: async (deps) => void (await deliverDue(deps, name, channel)) };
  });
