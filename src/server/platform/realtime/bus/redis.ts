import { createClient, createCluster, type RedisClusterType } from '@redis/client';
import type { Log } from '#server/platform/observability/log.ts';

/** Redis or Valkey, as this program needs it: what it cannot do at once, it refuses at once. */
export interface Redis {
  isCluster: boolean;
  /** Of every channel and key of ours there: installations that share a server have a database each, though channels know of none. */
  prefix: string;
  /** Connects, now and again after every loss, and hears these channels. `lost` is called when a connection broke. */
  connect: (channels: readonly string[], hear: (bytes: Buffer, channel: string) => void, lost: () => void) => void;
  /** Tells whoever hears a channel. Rejects where there is no connection: nothing waits for one. */
  publish: (channel: string, bytes: Buffer) => Promise<void>;
  /** Runs a script, for those who count. Rejects as `publish` does. */
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;
  /** Begins anew with a connection of its own: for one that is silent, though nobody hung up. */
  restart: () => void;
  close: () => void;
}

type Client = ReturnType<typeof createAlone>;

const RECONNECT_MS_MIN = 50;
const RECONNECT_MS_MAX = 2_000;
const CONNECT_MS_MAX = 5_000;
/** Commands on their way: more than this, and those that come are refused. Nothing piles up before a server that hangs. */
const COMMANDS_MAX = 5_000;
const COMMAND_MS_MAX = 1_000;

/** One server (one address), or a cluster (several of its addresses). */
export function openRedis(urls: readonly string[], log: Log): Redis {
  const isCluster = urls.length > 1;
  const create = () => (isCluster ? (createOfMany(urls) as unknown as Client) : createAlone(urls[0]!));
  let client = create();
  let begin = (_: Client): void => {};

  const connect: Redis['connect'] = (channels, hear, lost) => {
    begin = (mine) => {
      // Of a client that was given up nothing is heard any more.
      const listener = (bytes: Buffer, channel: Buffer) => void (mine === client && hear(bytes, channel.toString()));
      const onError = (error: Error) => {
        if (mine !== client) return;
        log.debug({ err: error }, 'the connection to Redis was lost');
        lost();
      };
      mine.on('error', onError).on('node-error', onError);
      const subscribe = (channel: string) =>
        isCluster ? mine.sSubscribe(channel, listener as never, true) : mine.subscribe(channel, listener as never, true);
      mine
        .connect()
        .then(() => Promise.all(channels.map(subscribe)))
        .catch(onError);
    };
    begin(client);
  };

  return {
    isCluster,
    prefix: `matchpoint:${new URL(urls[0]!).pathname.slice(1) || '0'}:`,
    connect,
    publish: async (channel, bytes) => {
      await (isCluster ? client.sPublish(channel, bytes) : client.publish(channel, bytes));
    },
    eval: (script, options) => client.eval(script, options),
    restart: () => {
      const old = client;
      client = create();
      old.destroy();
      begin(client);
    },
    close: () => client.destroy(),
  };
}

const common = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: COMMANDS_MAX,
  commandOptions: { timeout: COMMAND_MS_MAX },
  maintNotifications: 'disabled',
} as const;

/** Twice as long each time, and a little of chance: a whole site that starts again does not knock at the same moment. */
const waitMs = (retries: number): number => Math.min(RECONNECT_MS_MAX, RECONNECT_MS_MIN * 2 ** retries) * (0.5 + Math.random() / 2);

const socket = { connectTimeout: CONNECT_MS_MAX, reconnectStrategy: waitMs };

const createAlone = (url: string) => createClient({ ...common, url, socket });

/** Who signs in to one node signs in to all of them: they are found by asking the first one that answers. */
function createOfMany(urls: readonly string[]): RedisClusterType {
  const { username, password, protocol } = new URL(urls[0]!);
  return createCluster({
    rootNodes: urls.map((url) => ({ ...common, url, socket })),
    defaults: {
      ...common,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      socket: protocol === 'rediss:' ? { ...socket, tls: true } : socket,
    },
  });
}
