import { unseal } from '#server/platform/crypto/server-keys.ts';
import type { MessageContent } from '#server/platform/messaging/message.ts';
import type { TestApp } from './app.ts';

export interface SentMessage {
  to: string;
  locale: string;
  content: MessageContent;
}

/** Takes all messages to a user off the queue: the next call returns those queued later. */
export async function takeMessages({ deps }: Pick<TestApp, 'deps'>): Promise<SentMessage[]> {
  const rows = await deps.db.deleteFrom('messages').returning(['locale', 'sealed']).execute();
  const messages = rows.map(({ locale, sealed }): SentMessage => ({ ...JSON.parse(unseal(deps, sealed!)!), locale }));
  return messages.filter(({ to }) => to !== null);
}

/** Returns the one code queued for an address since messages were last taken. */
export async function takeCode(test: Pick<TestApp, 'deps'>, to: string): Promise<string> {
  const codes = (await takeMessages(test)).flatMap((sent) => (sent.to === to && 'code' in sent.content ? [sent.content.code] : []));
  if (codes.length !== 1) throw new Error(`${codes.length} codes were sent to ${to}`);
  return codes[0]!;
}
