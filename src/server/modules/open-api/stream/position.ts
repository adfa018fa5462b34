import { isStreamTopic, STREAM_TOPICS_MAX } from '#contract/v1/stream.ts';

/**
 * Where a reader stands: the number of the last change of each topic. It is the `id` of events, which a reader sends back as `Last-Event-ID`:
 * `4f2a91c07d3e;match:7=1764158400123,matches:2026-11-20=1764158399871`. It begins with a name of the process, because another process gives
 * other numbers.
 */
export type Position = ReadonlyMap<string, number>;

/** The name and 20 topics with their numbers, generously. */
const CHARACTERS_MAX = 1_200;

export const encodePosition = (process: string, topics: readonly { topic: string; seq: number }[]): string =>
  `${process};${topics.map(({ topic, seq }) => `${topic}=${seq}`).join(',')}`;

/** Returns a position; null if it is of another process or cannot be read, as for the reader that is the same. */
export function decodePosition(process: string, text: string): Position | null {
  if (text.length > CHARACTERS_MAX || !text.startsWith(`${process};`)) return null;
  const parts = text.slice(process.length + 1).split(',');
  if (parts.length > STREAM_TOPICS_MAX) return null;
  const position = new Map<string, number>();
  for (const part of parts) {
    const [topic = '', number = ''] = part.split('=');
    if (!isStreamTopic(topic) || !/^\d{1,16}$/.test(number)) return null;
    position.set(topic, Number(number));
  }
  return position;
}
