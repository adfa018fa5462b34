import { coreOf, folded } from '#domain/chat/folding.ts';
import type { Names } from './feed.ts';
import { CLUB_NAMES, COUNTRY_NAMES } from './known-names.ts';

/**
 * Names of well-known leagues and cups, in the format of country-names.ts; those of several countries have the code "-".
 * code: names in use; separated like this | | aliases | in Chinese | in Vietnamese
 */
const LEAGUE_NAMES = `
gb-eng: Premier League; English Premier League | | EPL, PL, BPL | 英格兰足球超级联赛, 英超, 英超联赛 | Ngoại hạng Anh, Giải Ngoại hạng Anh
gb-eng: Championship; English Championship | | EFL Championship, The Championship | 英格兰足球冠军联赛, 英冠 | Hạng nhất Anh
gb-eng: League One; English League One | | EFL League One, EL1 | 英格兰足球甲级联赛, 英甲 | Hạng hai Anh, League One
gb-eng: League Two; English League Two | | EFL League Two, EL2 | 英格兰足球乙级联赛, 英乙 | Hạng ba Anh, League Two
gb-eng: FA Cup; English FA Cup | | The FA Cup | 英格兰足总杯, 足总杯 | Cúp FA, Cúp FA Anh
gb-sct: Premiership; Scottish Premiership | | SPFL, SPL | 苏格兰足球超级联赛, 苏超 | Ngoại hạng Scotland, VĐQG Scotland
es: Primera División; Spain Primera División; Spanish Primera División; La Liga; Primera División de España | | La Liga, LaLiga, Liga | 西班牙足球甲级联赛, 西甲 | La Liga, VĐQG Tây Ban Nha
es: Segunda División; Spain Segunda División; La Liga 2 | | LaLiga 2, Segunda | 西班牙足球乙级联赛, 西乙 | Hạng hai Tây Ban Nha
es: Copa del Rey | | King's Cup | 西班牙国王杯, 国王杯 | Cúp Nhà vua Tây Ban Nha
de: Bundesliga; Deutsche Bundesliga; German Bundesliga; 1. Bundesliga | | BL, German Bundesliga | 德国足球甲级联赛, 德甲 | Bundesliga, VĐQG Đức
de: 2. Bundesliga; Deutsche 2. Bundesliga | | Zweite Bundesliga, 2 BL | 德国足球乙级联赛, 德乙 | Hạng hai Đức
de: DFB-Pokal; DFB Pokal | | German Cup | 德国杯 | Cúp Quốc gia Đức
it: Serie A; Italian Serie A | | Lega Serie A, Calcio | 意大利足球甲级联赛, 意甲 | Serie A, VĐQG Ý
it: Serie B; Italian Serie B | | Lega B | 意大利足球乙级联赛, 意乙 | Serie B, Hạng hai Ý
fr: Ligue 1; French Ligue 1 | | L1, Le Championnat | 法国足球甲级联赛, 法甲 | Ligue 1, VĐQG Pháp
fr: Ligue 2; French Ligue 2 | | L2 | 法国足球乙级联赛, 法乙 | Ligue 2, Hạng hai Pháp
pt: Primeira Liga; Portuguese Primeira Liga; Liga Portugal | | Liga Portugal, Liga NOS | 葡萄牙足球超级联赛, 葡超 | VĐQG Bồ Đào Nha
nl: Eredivisie; Dutch Eredivisie; Netherlands Eredivisie | | Honour Division | 荷兰足球甲级联赛, 荷甲 | VĐQG Hà Lan
be: Pro League; Belgium First Division A; Jupiler Pro League | | Jupiler League, First Division A | 比利时足球甲级联赛, 比甲 | VĐQG Bỉ
at: Bundesliga; Österr. Bundesliga; Austrian Bundesliga | | ÖBL | 奥地利足球甲级联赛, 奥甲 | VĐQG Áo
gr: Super League; Greek Super League; Super League 1 | | Super League Greece | 希腊足球超级联赛, 希腊超 | VĐQG Hy Lạp
tr: Süper Lig; Turkish Süper Lig | | Super League Turkey | 土耳其足球超级联赛, 土超 | VĐQG Thổ Nhĩ Kỳ
br: Série A; Brasileiro Série A; Campeonato Brasileiro Série A | | Brasileirão | 巴西足球甲级联赛, 巴甲 | VĐQG Brazil
br: Série B; Brasileiro Série B | | Brasileirão B | 巴西足球乙级联赛, 巴乙 | Hạng hai Brazil
ar: Primera División; Argentina Primera Division; Liga Profesional | | LPF | 阿根廷足球甲级联赛, 阿甲 | VĐQG Argentina
mx: Liga MX | | | 墨西哥足球超级联赛, 墨超 | VĐQG Mexico
us: Major League Soccer | | MLS | 美国职业足球大联盟, 美职联 | Nhà nghề Mỹ
cn: Chinese Super League; Super League | | CSL | 中国足球超级联赛, 中超 | VĐQG Trung Quốc
jp: J1 League; J. League | | J1, J League | 日本职业足球联赛, 日职联, J联赛 | VĐQG Nhật Bản
vn: V.League 1; V-League | | V League, VLeague | 越南足球甲级联赛, 越南联 | V.League, VĐQG Việt Nam
-: UEFA Champions League; Champions League | | UCL, Champions | 欧洲冠军联赛, 欧冠 | Cúp C1, Cúp C1 châu Âu
-: UEFA Europa League; Europa League | | UEL | 欧洲联赛, 欧联杯, 欧联 | Cúp C2, Cúp C2 châu Âu
-: UEFA Conference League; UEFA Europa Conference League | | UECL | 欧洲协会联赛, 欧协联 | Cúp C3
-: World Cup; FIFA World Cup | | Mundial, WC | 世界杯 | World Cup, Cúp Thế giới
-: UEFA European Championship; Euro; European Championship; UEFA Euro | | EURO | 欧洲杯, 欧洲足球锦标赛 | Euro, Giải vô địch châu Âu
-: Copa América | | Copa | 美洲杯 | Copa America, Cúp Nam Mỹ
-: Africa Cup of Nations | | AFCON, CAN | 非洲杯 | Cúp châu Phi, CAN
-: AFC Asian Cup; Asian Cup | | | 亚洲杯 | Cúp châu Á, Asian Cup
-: Copa Libertadores | | Libertadores | 南美解放者杯, 解放者杯 | Copa Libertadores
`;

/** The known names of a team or league, added to data from feeds that send only one name. */
export interface WorldNames {
  shortName?: string;
  names: Names;
  aliases: string[];
}

export interface NameIndexCache extends WorldNames {
  /** ISO 3166 alpha-2, a home nation, or null for a competition of several countries. */
  countryCode: string | null;
  /** The names used by feeds, the usual one first. */
  told: string[];
}

const listed = (text = '', separator = ','): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses a table; a country's code is before a name, or on its own line before the country's names. */
function readTable(table: string): NameIndexCache[] {
  const known: NameIndexCache[] = [];
  let country = '';
  for (const line of listed(table, '\n')) {
    const [, code, rest] = /^(?:([a-z-]+): ?)?(.*)$/.exec(line)!;
    const [told, short, aliases, chinese, vietnamese] = rest!.split('|');
    if (chinese === undefined) {
      country = line;
      continue;
    }
    const [zh, ...alsoChinese] = listed(chinese);
    const [vi, ...alsoVietnamese] = listed(vietnamese);
    const countryCode = code ?? country;
    known.push({
      countryCode: countryCode === '-' ? null : countryCode,
      told: listed(told, ';'),
      ...(short?.trim() && { shortName: short.trim() }),
      names: { ...(zh && { 'zh-CN': zh }), ...(vi && { vi }) },
      aliases: [...listed(aliases), ...alsoChinese, ...alsoVietnamese],
    });
  }
  return known;
}

export const KNOWN_CLUBS = readTable(CLUB_NAMES);
export const KNOWN_COUNTRIES = readTable(COUNTRY_NAMES);
export const KNOWN_LEAGUES = readTable(LEAGUE_NAMES);

/** Normalizes a name: feeds write "FC" or leave it out. */
const keyOf = (name: string): string => coreOf(folded(name));

type Table = ReadonlyMap<string, NameIndexCache[]>;

function byName(known: readonly NameIndexCache[]): Table {
  const table = new Map<string, NameIndexCache[]>();
  for (const one of known) {
    for (const key of new Set(one.told.map(keyOf))) table.set(key, [...(table.get(key) ?? []), one]);
  }
  return table;
}

const TEAMS = byName([...KNOWN_CLUBS, ...KNOWN_COUNTRIES]);
const LEAGUES = byName(KNOWN_LEAGUES);

/** Finds the entry with this name, in the given country if there is one: there is an Everton in Chile, too. */
function find(table: Table, name: string, countryCode: string | null): NameIndexCache | undefined {
  const called = table.get(keyOf(name)) ?? [];
  return countryCode === null ? called[0] : called.find((one) => one.countryCode === countryCode);
}

const withoutName = (known: NameIndexCache | undefined, name: string): WorldNames | undefined => {
  if (!known) return undefined;
  const { shortName, names, aliases, told } = known;
  return { ...(shortName && { shortName }), names, aliases: [...told.filter((other) => other !== name), ...aliases] };
};

/** Returns a team's other names by the name a feed uses; undefined for unknown teams. */
export const teamNames = (name: string, countryCode: string | null): WorldNames | undefined =>
  withoutName(find(TEAMS, name, countryCode), name);

/** Returns a league's other names, without its aliases, for which see leagueAliases. */
export function leagueNames(name: string, countryCode: string | null): Names | undefined {
  return findLeague(name, countryCode)?.names;
}

/** Returns other names under which a league is searched for. */
export function leagueAliases(name: string, countryCode: string | null): string[] {
  const known = findLeague(name, countryCode);
  return withoutName(known, name)?.aliases ?? [];
}

/** Finds a league. Unlike a team's, a league's name is ambiguous between countries, so a missing country only matches international leagues. */
const findLeague = (name: string, countryCode: string | null): NameIndexCache | undefined =>
  LEAGUES.get(keyOf(name))?.find((one) => one.countryCode === countryCode);
