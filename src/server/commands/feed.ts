import { loadConfig } from '#server/config.ts';
import { checkProvider, isProvider, PROVIDER_NAMES, PROVIDERS } from '#server/modules/match-data/public.ts';
import { createStopper, runCommand } from '#server/platform/lifetime.ts';

/**
 * The command `npm run feed -- check NAME...`: asks each named provider with the configured key for one harmless thing and says what works.
 * Exits with 0 if all of them work, with 1 if one does not, and with 2 for a name that does not exist.
 */
const USAGE = `Usage: npm run feed -- check NAME..., with names of ${PROVIDER_NAMES.join(', ')}`;
const EXIT_BAD_INPUT = 2;

async function run([verb, ...names]: string[]): Promise<number> {
  if (verb !== 'check' || names.length === 0 || !names.every(isProvider)) {
    console.error(USAGE);
    return EXIT_BAD_INPUT;
  }
  const config = loadConfig();
  let isFine = true;
  for (const name of names) {
    const { check, keySetting } = PROVIDERS[name];
    const { works, lines } = await checkProvider(check, keySetting, config.providers[name], { fetch, now: () => new Date() });
    console.log([`${name}: ${works ? 'works' : 'does not work'}`, ...lines.map((line) => `  ${line}`)].join('\n'));
    isFine &&= works;
  }
  return isFine ? 0 : 1;
}

runCommand(createStopper(), run);
