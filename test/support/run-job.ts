import { JOBS } from '#server/background/jobs.ts';
import type { Deps } from '#server/deps.ts';

/** Runs one job of JOBS once, as its timer does; throws if there is none of this name. */
export async function runJob(deps: Deps, name: string): Promise<void> {
  const job = JOBS.find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  await job.run(deps);
}
