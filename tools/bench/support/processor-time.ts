import { readFileSync } from 'node:fs';

/** A tick of the processor times in /proc. */
const TICK_MS = 10;

/** Selects the processes of a database server. */
export const SERVER_PROCESSES = 'select pid from pg_stat_activity';

/** Returns the processor time that processes have taken so far, in milliseconds; null where the system has no /proc, or one has ended. */
export function processorMs(pids: readonly number[]): number | null {
  try {
    return pids.reduce((sum, pid) => {
      // The name in parentheses may contain spaces; user and system time are the twelfth and thirteenth fields behind it.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
      return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    }, 0);
  } catch {
    return null;
  }
}
