// A process of listeners, started by listeners.ts: pages of the site as far as their connection goes, with the real client of the browser.
import { get } from 'node:http';
import { createLiveClient } from '#web/data/live-client.ts';
import { anyOf, LightSocket, type Place, type Watch, without } from './light-socket.ts';
import type { ListenersOrder, ListenersWord } from './listeners.ts';

const say = (word: ListenersWord): void => void process.send?.(word);
/** Milliseconds by a clock shared by all processes. */
const nowMs = (): number => performance.timeOrigin + performance.now();

/** Listeners of one source address: below the limit of sockets for each address. */
const PER_ADDRESS = 25;
/** How many connect at the same time while the listeners enter. */
const ENTERING = 300;
/** Free descriptors for requests; more requests at the same time wait, as descriptors are limited. */
const ASKING_MAX = 500;

const place: Place = { ports: [] };
const state = { joined: 0, lost: 0, asked: 0, failed: 0, refused: new Map<string, number>() };
/** When each listener was back, since the last `mark`. */
let backAtMs: number[] = [];
let scoresAtMs: number[] = [];
let count = 0;

/** The client creates its sockets from the global, as in a browser; the path of its address says which listener it is. */
const watches = new Map<string, Watch>();
globalThis.WebSocket = class extends LightSocket {
  constructor(url: string) {
    super(watches.get(url)!);
  }
} as unknown as typeof WebSocket;

/** Opens a page of a listener; resolves when it has joined the topic. `n` numbers all listeners of all processes. */
function listen(n: number, topic: string, path: string): Promise<void> {
  return new Promise((resolve) => {
    const address = `127.${1 + Math.floor(n / PER_ADDRESS / 62_500)}.${Math.floor(n / PER_ADDRESS / 250) % 250}.${1 + (Math.floor(n / PER_ADDRESS) % 250)}`;
    let isJoined = false;
    const watch: Watch = {
      address,
      place,
      onScore: () => {
        scoresAtMs.push(nowMs());
        if (scoresAtMs.length === count) say({ heardAtMs: scoresAtMs });
      },
      onJoined: () => {
        if (isJoined) return;
        isJoined = true;
        state.joined += 1;
        backAtMs.push(nowMs());
        resolve();
      },
      onRefused: (why) => void state.refused.set(why, (state.refused.get(why) ?? 0) + 1),
    };
    const url = `ws://site/${n}`;
    watches.set(url, watch);
    const client = createLiveClient({
      url,
      token: () => '',
      onStatus: (status) => {
        if (status !== 'polling' || !isJoined) return;
        isJoined = false;
        state.joined -= 1;
        state.lost += 1;
      },
      onTokenRefused: () => undefined,
      onDegraded: () => undefined,
    });
    client.listen(topic, { onChange: () => undefined, onGap: () => ask(address, path) });
    client.open();
  });
}

let asking = 0;
let hasEntered = false;
const waiting: (() => void)[] = [];

/**
 * Requests what a page shows, on a new connection, since the one before ended with its process. Goes on to any other process if one is
 * gone, as a load balancer does.
 */
function ask(address: string, path: string, ports: readonly number[] = place.ports): void {
  // The first page has been loaded before.
  if (!hasEntered) return;
  if (asking >= ASKING_MAX) return void waiting.push(() => ask(address, path, ports));
  asking += 1;
  const done = (isAnswered: boolean) => {
    asking -= 1;
    if (isAnswered) state.asked += 1;
    else state.failed += 1;
    waiting.shift()?.();
  };
  const port = anyOf(ports);
  get({ host: '127.0.0.1', port, path, localAddress: address, agent: false }, (answer) => {
    answer.resume().on('close', () => done(answer.statusCode === 200));
  }).on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNREFUSED' || ports.length === 1) return done(false);
    asking -= 1;
    ask(address, path, without(ports, port));
  });
}

async function act(order: ListenersOrder): Promise<void> {
  if (order.do === 'enter') {
    place.ports = order.ports;
    count = order.count;
    let next = 0;
    const enter = async () => {
      while (next < count) await listen(order.from + next++, order.topic, order.path);
    };
    await Promise.all(Array.from({ length: ENTERING }, enter));
    hasEntered = true;
    say({ entered: count });
  } else if (order.do === 'mark') {
    scoresAtMs = [];
    backAtMs = [];
    Object.assign(state, { lost: 0, asked: 0, failed: 0, refused: new Map() });
    if (order.ports) place.ports = order.ports;
    say({ marked: true });
  } else {
    const { joined, lost, asked, failed, refused } = state;
    say({ joined, lost, asked, failed, refused: Object.fromEntries(refused), backAtMs: order.withTimes ? backAtMs : [] });
  }
}

process.on('message', (order) => void act(order as ListenersOrder));
// Ends with the bench, however that ends.
process.on('disconnect', () => process.exit());
