import { readFile } from 'node:fs/promises';
import { loadConfig } from '#server/config.ts';
import {
  footballDataReport,
  type ImportDeps,
  importFootballData,
  importOpenFootball,
  openFootballReport,
} from '#server/modules/match-data/public.ts';
import { openDataFolder } from '#server/platform/data-folder.ts';
import { openForCommand } from '#server/platform/db/command-database.ts';
import { createStopper, runCommand } from '#server/platform/lifetime.ts';
import { createLog } from '#server/platform/observability/log.ts';

/**
 * The commands `npm run import -- openfootball FILE...` and `npm run import -- football-data FILE...`. Exits with 0 on success, with 2 if a
 * file has errors (everything else is imported), and with 1 without a database.
 */
const USAGE = 'Usage: npm run import -- openfootball FILE..., or npm run import -- football-data FILE...';
const EXIT_BAD_INPUT = 2;

interface Input {
  /** The path as the user gave it. */
  file: string;
  text: string;
}

interface Summary {
  lines: string[];
  isFine: boolean;
}

const IMPORTERS: Record<string, (deps: ImportDeps, inputs: Input[]) => Promise<Summary[]>> = {
  openfootball: async (deps, inputs) =>
    (await importOpenFootball(deps, inputs)).map((report) => ({
      lines: openFootballReport(report),
      isFine: report.problems.length === 0,
    })),
  'football-data': async (deps, inputs) =>
    (await importFootballData(deps, inputs)).map((report) => ({
      lines: footballDataReport(report),
      isFine: report.problems.length === 0,
    })),
};

const stopper = createStopper();

async function run(words: string[]): Promise<number> {
  const [feed = '', ...paths] = words;
  const importInputs = Object.hasOwn(IMPORTERS, feed) ? IMPORTERS[feed] : undefined;
  if (importInputs === undefined || paths.length === 0) {
    console.error(feed === '' || importInputs !== undefined ? USAGE : `There is no importer "${feed}". ${USAGE}`);
    return EXIT_BAD_INPUT;
  }
  stopper.onSignals(['SIGINT', 'SIGTERM']);
  const inputs = await Promise.all(paths.map(readInput));
  const config = loadConfig();
  await openDataFolder(config);
  const log = createLog('silent');
  const db = await openForCommand(config, stopper);
  const readable = inputs.filter((input) => 'text' in input);
  const summaries = await importInputs({ db, now: () => new Date(), log }, readable);
  for (const line of summaries.flatMap(({ lines }) => lines)) console.log(line);
  const unreadable = inputs.filter((input) => 'reason' in input);
  for (const { file, reason } of unreadable) console.log(`${file}: cannot be read: ${reason}`);
  const isFine = unreadable.length === 0 && summaries.every((summary) => summary.isFine);
  return isFine ? 0 : EXIT_BAD_INPUT;
}

async function readInput(file: string): Promise<Input | { file: string; reason: string }> {
  try {
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { file, reason: code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : message };
  }
}

runCommand(stopper, run);
