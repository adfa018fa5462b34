import { z } from 'zod';
import { nothing, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** A Telegram group chat of a tipping group: the bot posts the table after a round there, and reminds of deadlines. */

const ofGroup = { group_id: uuid };

export const askTelegramGroup = endpoint({
  method: 'POST',
  path: '/api/tipping/groups/:group_id/telegram',
  access: 'user',
  status: 201,
  summary: 'Creates the link with which the owner connects a Telegram group chat: it works once, for 15 minutes, and ends earlier ones',
  input: z.strictObject(ofGroup),
  reply: z.object({
    /** Lets the owner choose a chat, and sends the code there. */
    url: z.string(),
    /** "/start@Bot ...", to be sent in the chat by hand. */
    command: z.string(),
    expires_at: timestamp,
  }),
});

export const unbindTelegramGroup = endpoint({
  method: 'DELETE',
  path: '/api/tipping/groups/:group_id/telegram',
  access: 'user',
  summary: 'Disconnects the Telegram chat (owner and helpers); no error if there is none',
  input: z.object(ofGroup),
  reply: nothing,
});
