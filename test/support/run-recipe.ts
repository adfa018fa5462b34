import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a recipe printed, and how it ended. */
export interface RecipeRun {
  code: number;
  output: string;
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../docs/recipes/${name}`, import.meta.url));

interface RunSettings {
  env?: Record<string, string>;
  /** The time that the script reads from the clock, in milliseconds since 1970; without it, the present. */
  nowMs?: number;
}

/** Runs a script of docs/recipes with this Node until it ends. */
export async function runRecipe(name: string, args: readonly string[], settings: RunSettings = {}): Promise<RecipeRun> {
  const { child, output } = startRecipe(name, args, settings);
  const [code] = await once(child, 'close');
  return { code: code as number, output: output() };
}

/** Starts a script of docs/recipes; `output` returns what it has printed so far. */
export function startRecipe(name: string, args: readonly string[], { env = {}, nowMs }: RunSettings = {}) {
  const clock = nowMs === undefined ? [] : ['--import', `data:text/javascript,Date.now=()=>${nowMs}`];
  const child = spawn(process.execPath, [...clock, pathOf(name), ...args], {
    env: { ...process.env, TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const add = (piece: Buffer) => {
    text += piece.toString();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'close');
  };
  return { child, output: () => text, stop };
}
