import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type HelpLine, type HelpLines, helpCountry, helpLine } from '#contract/help-lines.ts';
import type { Deps } from '#server/deps.ts';
import { StartError } from '#server/platform/lifetime.ts';
import { AFRICA, AMERICAS } from './africa-and-americas.ts';
import { ASIA_AND_PACIFIC } from './asia-and-pacific.ts';
import { EUROPE } from './europe.ts';

const someLines = z.array(helpLine).min(1).max(20);

/** The shape of the built-in list, and of the operator's (`HELP_LINES_FILE`). */
const helpLineList = z.strictObject({ countries: z.record(helpCountry, someLines), international: someLines });
/** Where to find help, by country (two capital letters), and anywhere in the world. */
export type HelpLineList = z.infer<typeof helpLineList>;

const CHARACTERS_MAX = 1_000_000;
/** Problems that are named at the start: enough to see what is wrong with a file. */
const PROBLEMS_MAX = 10;

const INTERNATIONAL: HelpLine[] = [
  {
    name: 'Gambling Therapy',
    url: 'https://www.gamblingtherapy.org/',
    source: 'https://www.gamblingtherapy.org/',
    checked: '2026-11-25',
  },
  {
    name: 'Gamblers Anonymous',
    url: 'https://www.gamblersanonymous.org/',
    source: 'https://www.gamblersanonymous.org/',
    checked: '2026-11-25',
  },
];

export const BUILT_IN: HelpLineList = {
  countries: { ...EUROPE, ...AMERICAS, ...AFRICA, ...ASIA_AND_PACIFIC },
  international: INTERNATIONAL,
};

/** Returns the built-in list or, with a path, the operator's instead. Throws a StartError that says what is wrong with a file. */
export function readHelpLines(path: string | undefined): HelpLineList {
  if (path === undefined) return BUILT_IN;
  const result = helpLineList.safeParse(parsed(path, readText(path)));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.') || 'the file'}: ${wordsOf(issue)}`);
  const more = problems.length - PROBLEMS_MAX;
  const shown = [...problems.slice(0, PROBLEMS_MAX), ...(more > 0 ? [`  and ${more} more`] : [])];
  throw new StartError(`${path} is no list of help lines (HELP_LINES_FILE):\n${shown.join('\n')}`);
}

/** Says what is wrong; of a key and of alternatives, what is wrong with these. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') return issue.issues.map(wordsOf).join('; ');
  if (issue.code === 'invalid_union') return issue.errors.flatMap((issues) => issues.map(wordsOf)).join(', or ');
  return issue.message;
}

function readText(path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    if (text.length > CHARACTERS_MAX) throw new StartError(`${path} must have at most ${CHARACTERS_MAX} characters (HELP_LINES_FILE).`);
    return text;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} cannot be read (HELP_LINES_FILE): it must be a text in UTF-8.`, { cause: error });
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${path} is no JSON (HELP_LINES_FILE): ${(error as Error).message}`, { cause: error });
  }
}

/** Who asks for help lines: the wanted country, the signed-in user if any, and their IP address. */
export interface Asked {
  country: string | undefined;
  userId: string | null;
  ip: string;
}

/** Returns the lines of the wanted country, else of the user's profile, else of the IP address; and those for anywhere. */
export async function helpLinesFor(deps: Deps, { country: wanted, userId, ip }: Asked): Promise<HelpLines> {
  const { countries, international } = deps.config.helpLines;
  // Help must not depend on the database: without it, the IP address tells the country.
  const ofProfile = wanted === undefined && userId !== null ? await findCountry(deps, userId).catch(() => null) : null;
  const country = wanted ?? ofProfile ?? deps.countryOf(ip);
  const lines = country !== null && Object.hasOwn(countries, country) ? countries[country]! : [];
  return { country, lines, international, countries: Object.keys(countries) };
}

/** Returns the country of a user's profile; null without one. */
async function findCountry({ db }: Deps, userId: string): Promise<string | null> {
  const user = await db.selectFrom('users').select('country').where('id', '=', userId).executeTakeFirst();
  return user?.country ?? null;
}
