import { parentPort } from 'node:worker_threads';
import type { FootballDataInput } from './parse.ts';
import { readFootballData } from './to-updates.ts';

parentPort!.on('message', ({ input, now }: { input: FootballDataInput; now: Date }) =>
  parentPort!.postMessage(readFootballData(input, now)),
);
