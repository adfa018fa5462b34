import type { z } from 'zod';
import { chatMessage, chatRoom, getChat, getChatMute } from '#contract/chat.ts';

/** What the server would answer in a chat, made for tests through the contract's own schemas. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

let lastId = 100;

export const makeMessage = (text: string, { author, ...rest }: Part<typeof chatMessage> = {}) =>
  chatMessage.parse({
    id: String(++lastId),
    kind: 'user',
    author: author === undefined ? { handle: 'minh', name: 'Minh Hoàng' } : author,
    text,
    removed: null,
    reply_to: null,
    mentions: [],
    event: null,
    cid: null,
    at: '2026-11-22T18:04:05.000Z',
    ...rest,
  });

export const makeRoom = (rest: Part<typeof chatRoom> = {}) =>
  chatRoom.parse({ match_id: 7, locale: 'en', state: 'open', slow_seconds: 2, ...rest });

/** A page of the English room of match 7. */
export const makePage = (
  items: z.input<typeof chatMessage>[] = [],
  { has_more = false, ...room }: Part<typeof chatRoom> & { has_more?: boolean } = {},
) => getChat.reply.parse({ room: makeRoom(room), items, has_more });

type Mute = NonNullable<z.input<typeof getChatMute.reply>['mute']>;

export const makeMute = (rest: Partial<Mute> = {}) =>
  getChatMute.reply.parse({
    mute: {
      id: '01890a5d-ac96-774b-bcce-b302099a8099',
      until: '2030-01-01T12:00:00.000Z',
      reason: 'Spam in several rooms',
      created_at: '2026-11-22T18:00:00.000Z',
      appeal: null,
      ...rest,
    },
  });
