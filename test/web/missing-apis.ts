// Browser APIs that jsdom lacks, as far as our components and Radix use them.
import { WebSocket as WsSocket } from 'ws';
import { ThreadWorker } from './thread-worker.ts';

class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Like a browser's, it may fail without a listener for errors. */
class QuietSocket extends WsSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => undefined);
  }
}

// Without it, React listens for events with a prefix.
class StartOrEnd extends Event {}
globalThis.AnimationEvent ??= StartOrEnd as unknown as typeof AnimationEvent;
globalThis.ResizeObserver ??= NoResizes;
globalThis.Worker = ThreadWorker as unknown as typeof Worker;
// That of jsdom fires events of jsdom's own class at a target of Node's, which Node 24 refuses.
globalThis.WebSocket = QuietSocket as unknown as typeof WebSocket;
window.scrollTo = () => undefined;
window.matchMedia ??= (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.scrollIntoView ??= () => undefined;
