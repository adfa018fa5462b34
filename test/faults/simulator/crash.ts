import type pg from 'pg';

/** Thrown where a real process would have died. */
export class Crash extends Error {}

/** A process that runs until a statement: how many are left, and whether the last one is sent and only its reply is lost. */
interface Process {
  left: number;
  isAnswerLost: boolean;
  isDead: boolean;
}

/** A pool whose process dies at a statement. After `restart` another process connects; what the dead one still does fails. */
export interface CrashingPool {
  pool: pg.Pool;
  /** Dies at the nth statement from now, before it is sent or when its reply is lost. */
  armCrash: (statements: number, isAnswerLost: boolean) => void;
  /** Whether it died since `restart`. */
  isDead: () => boolean;
  restart: () => void;
}

export function createCrashingPool(real: pg.Pool): CrashingPool {
  const begin = (): Process => ({ left: Number.POSITIVE_INFINITY, isAnswerLost: false, isDead: false });
  let current = begin();
  const die = (process: Process) => {
    process.isDead = true;
    return new Crash('the process died here');
  };
  const connect = async () => {
    const process = current;
    if (process.isDead) throw die(process);
    const client = await real.connect();
    const query = async (...query: unknown[]) => {
      if (process.isDead) throw die(process);
      process.left -= 1;
      if (process.left <= 0 && !process.isAnswerLost) throw die(process);
      const answer = await (client.query as (...given: unknown[]) => Promise<unknown>)(...query);
      if (process.isDead || process.left <= 0) throw die(process);
      return answer;
    };
    // The connection of a dead process rolls back its transaction.
    return { query, release: () => client.release(process.isDead) };
  };
  return {
    pool: { connect, query: real.query.bind(real), end: async () => {}, options: real.options } as unknown as pg.Pool,
    armCrash: (statements, isAnswerLost) => {
      current.left = statements;
      current.isAnswerLost = isAnswerLost;
    },
    isDead: () => current.isDead,
    restart: () => {
      if (current.isDead) current = begin();
      else current.left = Number.POSITIVE_INFINITY;
    },
  };
}
