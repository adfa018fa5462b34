import type pg from 'pg';

/** Thrown where a real process would have died. */
export class Crash extends Error {}

/** A pool whose process dies at a statement: all statements fail until `restart`. */
export interface CrashingPool {
  pool: pg.Pool;
  /** Dies at the nth statement from now, before it is sent or when its reply is lost. */
  armCrash: (statements: number, isAnswerLost: boolean) => void;
  /** Whether it died since `restart`. */
  isDead: () => boolean;
  restart: () => void;
}

export function createCrashingPool(real: pg.Pool): CrashingPool {
  let left = Number.POSITIVE_INFINITY;
  let isAnswerLost = false;
  let dead = false;
  const die = () => {
    dead = true;
    return new Crash('the process died here');
  };
  const connect = async () => {
    if (dead) throw die();
    const client = await real.connect();
    const query = async (...query: unknown[]) => {
      if (dead) throw die();
      left -= 1;
      if (left <= 0 && !isAnswerLost) throw die();
      const answer = await (client.query as (...given: unknown[]) => Promise<unknown>)(...query);
      if (left <= 0) throw die();
      return answer;
    };
    // The connection of a dead process rolls back its transaction.
    return { query, release: () => client.release(dead) };
  };
  return {
    pool: { connect, query: real.query.bind(real), end: async () => {}, options: real.options } as unknown as pg.Pool,
    armCrash: (statements, lost) => {
      left = statements;
      isAnswerLost = lost;
    },
    isDead: () => dead,
    restart: () => {
      left = Number.POSITIVE_INFINITY;
      dead = false;
    },
  };
}
