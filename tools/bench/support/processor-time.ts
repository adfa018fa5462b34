import { readFileSync } from 'node:fs';

/** A tick of the processor times in /proc. */
const TICK_MS = 10;

/** Selects the processes of a PostgreSQL server. */
export const SERVER_PROCESSES = 'select pid from pg_stat_activity';

interface Times {
  parent: number;
  /** Milliseconds of the process itself, and of its children that have ended. */
  own: number;
  ofEnded: number;
}

function timesOf(pid: number): Times {
  // The name in parentheses may contain spaces; the fields behind it begin with the state and the parent.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
  const [user, system, userOfEnded, systemOfEnded] = fields.slice(11, 15) as [number, number, number, number];
  return { parent: fields[1]!, own: (user + system) * TICK_MS, ofEnded: (userOfEnded + systemOfEnded) * TICK_MS };
}

/** Returns the processor time that a process has taken so far, in milliseconds; null where the system has no /proc. */
export const processorMs = (pid: number): number | null => known(() => timesOf(pid).own);

/**
 * Returns the processor time that a PostgreSQL server has taken so far, in milliseconds, that of ended sessions included; null where the
 * system has no /proc, or a session has just ended. `pids` are its processes.
 */
export const serverProcessorMs = (pids: readonly number[]): number | null =>
  known(() => {
    const times = pids.map(timesOf);
    const postmaster = timesOf(times[0]!.parent);
    return times.reduce((sum, { own }) => sum + own, postmaster.own + postmaster.ofEnded);
  });

function known(read: () => number): number | null {
  try {
    return read();
  } catch {
    return null;
  }
}
