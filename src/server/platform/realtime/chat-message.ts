import { CHAT_REFUSALS, sendChat } from '#contract/chat.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { ClientMessage, ServerMessage } from '#contract/live.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Conversation } from './conversation.ts';
import { wire } from './frame.ts';
import { sendFrame } from './line.ts';

/** Stores and tells what a user says in a room, and returns the id it has. Throws an AppError that says why not. */
export type SendChat = (userId: string, message: ParsedInputOf<typeof sendChat>) => Promise<{ id: string }>;

type Said = Extract<ClientMessage, { t: 'chat' }>;
type Refusal = Extract<ServerMessage, { t: 'error' }>;

/** Says something for whoever is signed in here, and answers `sent`, or an error of the same `cid`. */
export async function takeChatMessage(talk: Conversation, send: SendChat, { topic, cid, text, reply_to }: Said): Promise<void> {
  const say = (answer: ServerMessage) => {
    if (!talk.isOver) sendFrame(talk, wire(answer));
  };
  const [, id, locale] = topic.split(':');
  // A number that no match can have names none.
  const message = sendChat.input.safeParse({ id, locale, cid, text, ...(reply_to !== undefined && { reply_to }) });
  const refuse = (code: Refusal['code'], seconds?: number) =>
    say({ t: 'error', code, topic, cid, ...(seconds !== undefined && { seconds }) });
  if (talk.userId === null) return refuse('login_required');
  if (!message.success) return refuse('not_found');
  try {
    const sent = await send(talk.userId, message.data);
    say({ t: 'sent', topic, cid, id: sent.id });
  } catch (error) {
    if (!(error instanceof AppError)) talk.deps.log.error({ err: error }, 'a message of a chat was not stored');
    refuse(codeOf(error), error instanceof AppError ? secondsOf(error) : undefined);
  }
}

const TOLD: ReadonlySet<string> = new Set<Refusal['code']>([...CHAT_REFUSALS, 'invalid_payload', 'unauthorized']);

/** What the closed set of the socket's errors has for an error: whatever else went wrong, the message was not kept. */
const codeOf = (error: unknown): Refusal['code'] =>
  error instanceof AppError && TOLD.has(error.code) ? (error.code as Refusal['code']) : 'store_failed';

const secondsOf = ({ params }: AppError): number | undefined => (typeof params?.seconds === 'number' ? params.seconds : undefined);
