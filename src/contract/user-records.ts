import { z } from 'zod';
import { EVERY_ADMIN } from '#domain/identity/admin-role.ts';
import { EXCLUSION_KINDS } from '#domain/play-limits/play-limits.ts';
import { moderatedMessage, reportedMessage } from './chat-moderation.ts';
import { listOf, paging, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { getLimits } from './play-limits.ts';

/** What the console shows of a user's play limits and messages. */

const path = '/api/admin/users/:id';

export const userLimits = endpoint({
  method: 'GET',
  path: `${path}/limits`,
  access: EVERY_ADMIN,
  summary: "A user's limits of stakes and losses with how much of each is used, and their times away from play",
  input: z.object({ id: uuid }),
  reply: getLimits.reply.extend({
    /** The latest fifty, the last to end first. */
    exclusions: z.array(
      z.object({
        kind: z.enum(EXCLUSION_KINDS),
        began_at: timestamp,
        until: timestamp,
        /** Whether it continues the self-exclusion of another account of the same person. */
        is_carried: z.boolean(),
      }),
    ),
  }),
});
export type UserLimits = z.infer<typeof userLimits.reply>;

export const userChat = endpoint({
  method: 'GET',
  path: `${path}/chat`,
  access: EVERY_ADMIN,
  summary: "A user's messages of the last 30 days, also removed ones, newest first",
  input: z.object({ id: uuid, ...paging }),
  reply: listOf(z.object({ message: moderatedMessage, ...reportedMessage.pick({ match: true, locale: true, group: true }).shape })),
});
export type UserChatRow = z.infer<typeof userChat.reply>['items'][number];
