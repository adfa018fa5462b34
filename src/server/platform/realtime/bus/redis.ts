import { createClient, createCluster } from '@redis/client';
import type { Log } from '#server/platform/observability/log.ts';

/** The parts of Redis or Valkey that this program uses. Commands that cannot run at once fail at once. */
export interface Redis {
  isCluster: boolean;
  /** The prefix of all channels and keys. Installations that share a server use a database each, but channels ignore databases. */
  prefix: string;
  /** Connects, reconnects after every loss, and subscribes to these channels. `lost` is called when a connection breaks. */
  connect: (channels: readonly string[], hear: (bytes: Buffer, channel: string) => void, lost: () => void) => void;
  /** Publishes to a channel. Rejects without a connection; nothing is queued. */
  publish: (channel: string, bytes: Buffer) => Promise<void>;
  /** Runs a script, for counters. Rejects as `publish` does. */
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>;
  /** Replaces the connection: for one that is silent although it was not closed. */
  restart: () => void;
  close: () => void;
}

type Client = ReturnType<typeof createAlone>;

const RECONNECT_MS_MIN = 50;
const RECONNECT_MS_MAX = 2_000;
const CONNECT_MS_MAX = 5_000;
/** The maximum number of pending commands; further ones are refused, so that nothing piles up while the server hangs. */
const COMMANDS_MAX = 5_000;
const COMMAND_MS_MAX = 1_000;
/** How many different reasons for having no connection are logged. */
const REASONS_MAX = 20;

/** Opens one server (one address), or a cluster (several of its addresses). */
export function openRedis(urls: readonly string[], log: Log): Redis {
  const isCluster = urls.length > 1;
  const create = () => (isCluster ? createOfMany(urls) : createAlone(urls[0]!));
  let client = create();
  let begin = (_: Client): void => {};
  /** The reasons that were logged since the channels were last subscribed to: attempts go on several times a second. */
  const reasons = new Set<string>();

  const connect: Redis['connect'] = (channels, hear, lost) => {
    begin = (mine) => {
      // Messages of a replaced client are ignored.
      const listener = (bytes: Buffer, channel: Buffer) => void (mine === client && hear(bytes, channel.toString()));
      const onError = (error: Error) => {
        if (mine !== client) return;
        const isNew = !reasons.has(error.message) && reasons.size < REASONS_MAX;
        reasons.add(error.message);
        log[isNew ? 'warn' : 'debug']({ err: error }, 'there is no connection to Redis');
        lost();
      };
      mine.on('error', onError).on('node-error', onError);
      const subscribe = (channel: string) =>
        isCluster ? mine.sSubscribe(channel, listener as never, true) : mine.subscribe(channel, listener as never, true);
      if (isCluster) watchSubscriptions(mine, onError);
      mine
        .connect()
        .then(() => Promise.all(channels.map(subscribe)))
        .then(() => reasons.clear())
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

/**
 * The client of a cluster subscribes again by itself when a node leaves or a slot moves, and drops the promise. If that fails, as in a
 * failover, the rejection must not end the process.
 */
function watchSubscriptions(client: Client, onError: (error: Error) => void): void {
  const subscribe = client.sSubscribe.bind(client);
  const watched: typeof client.sSubscribe = (...words) => {
    const done = subscribe(...words);
    done.catch(onError);
    return done;
  };
  client.sSubscribe = watched;
}

const common = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: COMMANDS_MAX,
  commandOptions: { timeout: COMMAND_MS_MAX },
  maintNotifications: 'disabled',
} as const;

/** Doubles the wait each time, with some randomness, so that the processes of a restarting site do not all connect at the same moment. */
const waitMs = (retries: number): number => Math.min(RECONNECT_MS_MAX, RECONNECT_MS_MIN * 2 ** retries) * (0.5 + Math.random() / 2);

const socket = { connectTimeout: CONNECT_MS_MAX, reconnectStrategy: waitMs };

const createAlone = (url: string) => createClient({ ...common, url, socket });

/**
 * Uses the same credentials for all nodes; they are found by asking the first one that answers. The type is that of a client of one server,
 * which has the same commands: comparing the package's own types takes the compiler seven seconds.
 */
function createOfMany(urls: readonly string[]): Client {
  const { username, password, protocol } = new URL(urls[0]!);
  const cluster: unknown = createCluster({
    rootNodes: urls.map((url) => ({ ...common, url, socket })),
    defaults: {
      ...common,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      socket: protocol === 'rediss:' ? { ...socket, tls: true } : socket,
    },
  });
  return cluster as Client;
}
