/** Facts about competitions that feeds do not tell, by the names that feeds use: whose teams play, on whose ground, and in which tier. */

const WOMEN = /women|féminin|frauen/i;
/** National teams of juniors and of other forms of the game are other teams. */
const OTHER_NATIONS = /\b(u-?\d\d|under.?\d\d|youth|olympics?|beach|futsal|clubs?|e?sports)\b/i;
const NATIONS =
  /^(fifa )?world cup( -|$| qual|:)|women'?s world cup|^(uefa )?(euro(pean)? championship|euro)( -|$| qual| \d{4})|nations league|^(africa|african) cup of nations|^copa am[eé]rica|^(afc )?asian cup|gold cup|^friendlies( women)?$|^(ofc )?nations cup|^(uefa )?women'?s euro/i;

/** Ratings that national teams share: a match of one competition tells of the next, and nothing of clubs. */
export const NATIONAL_GROUPS = ['nations', 'nations-women'] as const;

/** Returns the rating group of a competition of national teams; undefined for others. */
export function nationsGroup(league: string, countryCode: string | null): (typeof NATIONAL_GROUPS)[number] | undefined {
  const name = league.normalize('NFC').trim();
  if (countryCode !== null || OTHER_NATIONS.test(name) || !NATIONS.test(name)) return undefined;
  return WOMEN.test(name) ? 'nations-women' : 'nations';
}

/** Returns whether a competition of national teams says less about them than its qualifiers do. */
export const isMinorForNations = (league: string): boolean => /friendl/i.test(league);

/** Final tournaments and their hosts by year. In years that are not listed no side counts as the host. */
const TOURNAMENTS: { name: RegExp; hosts: Readonly<Record<string, readonly string[]>> }[] = [
  {
    name: /^(fifa )?world cup$/i,
    hosts: {
      ...{ '2006': ['Germany'], '2010': ['South Africa'], '2014': ['Brazil'], '2018': ['Russia'], '2022': ['Qatar'] },
      ...{ '2026': ['United States', 'USA', 'Canada', 'Mexico'], '2030': ['Spain', 'Portugal', 'Morocco'] },
    },
  },
  { name: /women'?s world cup$|^world cup - women$/i, hosts: { '2023': ['Australia', 'New Zealand'], '2027': ['Brazil'] } },
  {
    name: /^(uefa )?(euro(pean)? championship|euro)( \d{4})?$/i,
    hosts: { '2016': ['France'], '2024': ['Germany'], '2028': ['England', 'Scotland', 'Wales', 'Ireland', 'Rep. Of Ireland'] },
  },
  {
    name: /^(africa|african) cup of nations$/i,
    hosts: { '2023': ['Ivory Coast'], '2025': ['Morocco'], '2027': ['Kenya', 'Tanzania', 'Uganda'] },
  },
  { name: /^copa am[eé]rica$/i, hosts: { '2019': ['Brazil'], '2021': ['Brazil'], '2024': ['United States', 'USA'] } },
  { name: /^(afc )?asian cup$/i, hosts: { '2019': ['United Arab Emirates'], '2023': ['Qatar'], '2027': ['Saudi Arabia'] } },
  { name: /gold cup$/i, hosts: { '2021': ['United States', 'USA'], '2023': ['United States', 'USA'], '2025': ['United States', 'USA'] } },
];

/** Cups of clubs whose last rounds are played on ground chosen beforehand. */
const FINALS: { country: string | null; name: RegExp; rounds: RegExp }[] = [
  { country: null, name: /champions league$|europa league$|conference league$|libertadores$|sudamericana$/i, rounds: /^final$/i },
  { country: null, name: /super cup$/i, rounds: /./ },
  { country: 'gb-eng', name: /^fa cup$/i, rounds: /^(semi-finals?|final)$/i },
  { country: 'gb-eng', name: /^(league|efl|carabao) cup$/i, rounds: /^final$/i },
  { country: 'es', name: /^copa del rey$/i, rounds: /^final$/i },
  { country: 'de', name: /^dfb.?pokal$/i, rounds: /^final$/i },
  { country: 'it', name: /^coppa italia$/i, rounds: /^final$/i },
  { country: 'fr', name: /^coupe de france$/i, rounds: /^final$/i },
];

/** A match as far as its ground follows from it. */
export interface GroundFacts {
  league: string;
  countryCode: string | null;
  /** "2025/26" or "2026". */
  season: string;
  round: string;
  home: string;
}

/** Returns whether neither side of a match plays at home; undefined if that does not follow from the competition. */
export function isNeutralGround({ league, countryCode, season, round, home }: GroundFacts): boolean | undefined {
  const name = league.normalize('NFC').trim();
  const tournament = countryCode === null ? TOURNAMENTS.find((one) => one.name.test(name)) : undefined;
  if (tournament !== undefined) return !tournament.hosts[season.slice(0, 4)]?.includes(home.trim());
  const isFinal = FINALS.some((cup) => cup.country === countryCode && cup.name.test(name) && cup.rounds.test(round.trim()));
  return isFinal ? true : undefined;
}

/** Divisions of countries, the highest first. */
const DIVISIONS: Readonly<Record<string, readonly RegExp[]>> = {
  'gb-eng': [/premier league$/i, /championship$/i, /league one$/i, /league two$/i, /national league$/i],
  'gb-sct': [/premiership$/i, /championship$/i, /league one$/i, /league two$/i],
  es: [/(primera divisi[oó]n|la ?liga)$/i, /(segunda divisi[oó]n|la ?liga 2)$/i],
  it: [/serie a$/i, /serie b$/i, /serie c/i],
  de: [/^(deutsche |german |1\. )?bundesliga$/i, /2\. bundesliga$/i, /3\. liga$/i],
  fr: [/ligue 1$/i, /ligue 2$/i, /^national( 1)?$/i],
  nl: [/eredivisie$/i, /eerste divisie$/i],
  pt: [/primeira liga$/i, /(segunda liga|liga portugal 2)$/i],
};

/** Returns a league's tier in its country, 0 for the highest; null if unknown. */
export function tierOf(league: string, countryCode: string | null): number | null {
  const at = (DIVISIONS[countryCode ?? ''] ?? []).findIndex((name) => name.test(league.normalize('NFC').trim()));
  return at === -1 ? null : at;
}
