import type { LiveChange } from '#contract/live.ts';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { Log } from './log.ts';

/** Everything impure, handed in from main.ts; tests hand in their own clock, randomness and ears. */
export interface Deps {
  db: Db;
  config: Config;
  /** 32 bytes of this installation's own: tokens are signed and successors derived with it. */
  serverKey: Uint8Array;
  now: () => Date;
  randomBytes: (count: number) => Uint8Array;
  log: Log;
  /** Tells everybody who joined a topic; call it only after the commit (see transact). */
  publish: (topic: string, change: LiveChange) => void;
}
