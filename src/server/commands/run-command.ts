import { StartError } from '#server/platform/start-error.ts';
import type { Stopper } from '#server/platform/stopper.ts';

/**
 * Runs a command on the words of its call, ends what it started, and exits with the code it gives. What somebody has to put right is told
 * in its one sentence, everything else with where it happened; both exit with 1. What fails because the command is being ended is not told.
 */
export function runCommand(stopper: Stopper, run: (words: string[]) => Promise<number>): void {
  void run(process.argv.slice(2)).then(
    (exitCode) => stopper.stop(exitCode),
    (error) => {
      if (stopper.isStopping()) return;
      console.error(error instanceof StartError ? error.message : error);
      return stopper.stop(1);
    },
  );
}
