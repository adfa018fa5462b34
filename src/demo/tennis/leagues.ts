import { type DemoClub, drawnColours, readTeams, slug } from '#demo/clubs.ts';
import type { DemoLeague } from '#demo/league.ts';
import { DEFAULT_LEAGUE_RULES } from '#domain/matches/league-rules.ts';

/** Players of many countries, one per line in the format of `readTeams`. The names are invented; any likeness is coincidental. */
const WOMEN = `
Amara Okonjala|OKO|ng|阿玛拉·奥孔贾拉|
Beatriz Valmonte|VAL|br|比阿特丽斯·瓦尔蒙特|
Chen Ruolan|CHE|cn|陈若澜|
Dagny Solheimer|SOL|no|达格妮·索尔海默|
Elif Karadeniz|KAR|tr|埃利芙·卡拉代尼兹|
Freya Lindqvarn|LIN|se|弗蕾娅·林德夸恩|
Giulia Montefosco|MON|it|朱莉娅·蒙特福斯科|
Hana Kurosaka|KUR|jp|黑坂花|
Ines Quintalva|QUI|pt|伊内丝·金塔尔瓦|
Jaroslava Pohorna|POH|cz|雅罗斯拉娃·波霍尔娜|
Kavya Raghunandan|RAG|in|卡维娅·拉古南丹|
Leilani Makoa|MAK|us|莱拉妮·马科亚|
Maja Wierzbinska|WIE|pl|玛雅·维日宾斯卡|
Nguyen Thao Nhi|NGU|vn|阮草儿|Nguyễn Thảo Nhi
Olena Dobrovska|DOB|ua|奥莲娜·多布罗夫斯卡|
Paulina Herranz|HER|mx|保利娜·埃兰斯|
Qiu Mengxi|QIU|cn|邱梦溪|
Rania Belhassan|BEL|tn|拉妮娅·贝勒哈桑|
Sofia Andrakis|AND|gr|索菲娅·安德拉基斯|
Tamsin Harrowby|HAR|gb|塔姆辛·哈罗比|
Ulla Weidenbach|WEI|de|乌拉·魏登巴赫|
Valeria Ibarguren|IBA|ar|瓦莱里娅·伊巴古伦|
Wanjiru Kamathe|KAM|ke|万吉鲁·卡马泰|
Ximena Salvatierra|SAL|cl|希梅娜·萨尔瓦铁拉|
Yoon Sae-byul|YOO|kr|尹赛别|
Zuzana Hradecka-Lipova|HRA|sk|祖扎娜·赫拉德茨卡|
Aigerim Saparova|SAP|kz|艾格丽姆·萨帕罗娃|
Brigitte Delacourt-Roy|DEL|ca|布丽吉特·德拉库尔|
Clemence Aubertin|AUB|fr|克莱芒丝·奥贝坦|
Dewi Prameswara|PRA|id|黛薇·普拉梅斯瓦拉|
Esther van Duinhoven|DUI|nl|埃丝特·范杜因霍芬|
Fiona Callanbeg|CAL|au|菲奥娜·卡兰贝格|`;

const MEN = `
Aleksandar Brankovac|BRA|rs|亚历山大·布兰科瓦茨|
Benjamin Ashgrove|ASH|gb|本杰明·阿什格罗夫|
Cristian Dumbravan|DUM|ro|克里斯蒂安·敦布拉万|
Dang Quoc Phong|DAN|vn|邓国峰|Đặng Quốc Phong
Emilio Carrascosa|CAR|es|埃米利奥·卡拉斯科萨|
Farid Benmokhtar|BEN|ma|法里德·本莫赫塔尔|
Gao Yichen|GAO|cn|高奕辰|
Henri Vuorinen-Salo|VUO|fi|亨利·沃里宁|
Iosif Karamanos|KRM|gr|约西夫·卡拉马诺斯|
Jun Hayasaka|HAY|jp|早坂隼|
Kofi Asantewaa|ASA|gh|科菲·阿桑特瓦|
Luca Ferrantini|FER|it|卢卡·费兰蒂尼|
Mateus Corvalho|COR|br|马特乌斯·科尔瓦略|
Nikhil Varadkar|VRD|in|尼基尔·瓦拉德卡尔|
Oscar Tidelius|TID|se|奥斯卡·蒂德柳斯|
Pieter Grootveld|GRO|nl|彼得·赫罗特费尔德|
Rafael Ocampos|OCA|ar|拉斐尔·奥坎波斯|
Stefan Krallinger|KRA|at|斯特凡·克拉林格|
Taavi Kuusemets|KUU|ee|塔维·库塞梅茨|
Urbain Lescarbot|LES|fr|于尔班·莱斯卡博|
Viktor Hadjiev|HAD|bg|维克托·哈吉耶夫|
Wojciech Zalenski|ZAL|pl|沃伊切赫·扎伦斯基|
Xu Haoran|XUH|cn|许浩然|
Yannick Obersteiner|OBE|ch|扬尼克·奥伯施泰纳|
Zoran Petkovar|PET|hr|佐兰·佩特科瓦尔|
Andile Mbekwani|MBE|za|安迪勒·姆贝克瓦尼|
Bilal Karimov|KRI|uz|比拉尔·卡里莫夫|
Caleb Stonehurst|STO|us|凯莱布·斯通赫斯特|
Diego Villablanca|VIL|cl|迭戈·比利亚布兰卡|
Elias Thorbjarn|THO|dk|伊莱亚斯·托比扬|
Finn Marquardsen|MRQ|de|芬恩·马夸德森|
Lachlan Merriwether|MER|au|拉克兰·梅里韦瑟|`;

/** Countries where the family name comes first. */
const FAMILY_FIRST = new Set(['cn', 'kr', 'vn']);

/** Pairs players at the same index of two lists for doubles; a pair is called by its family names. */
const pairUp = (ones: readonly DemoClub[], others: readonly DemoClub[]): DemoClub[] =>
  ones.map((one, index) => pairOf(one, others[index]!));

function pairOf(one: DemoClub, other: DemoClub): DemoClub {
  const both = (nameOf: (player: DemoClub) => string) => `${nameOf(one)} / ${nameOf(other)}`;
  const name = both((player) => familyName(player.name, player.countryCode));
  return {
    id: `tennis:${slug(name)}`,
    name,
    shortName: both(({ shortName }) => shortName).replaceAll(' ', ''),
    // Names transliterated into Chinese have a dot before the family name; original Chinese names are short and are used whole.
    zh: both((player) => player.zh?.split('·').at(-1) ?? familyName(player.name, player.countryCode)),
    ...((one.vi ?? other.vi) && { vi: both((player) => familyName(player.vi ?? player.name, player.countryCode)) }),
    aliases: [],
    // The pair has the flag of its first player.
    countryCode: one.countryCode,
    colours: drawnColours(name),
  };
}

const familyName = (name: string, countryCode: string): string => name.split(' ').at(FAMILY_FIRST.has(countryCode) ? 0 : -1)!;

const STAGES = ['Round of 32', 'Round of 16', 'Quarter-finals', 'Semi-finals', 'Final'];

/**
 * A stage's matches begin over 280 minutes, and all are over within 560, before the next stage is published, which has the same lead
 * as football's cup. The tours are offset by a fifth of a round and by a stage, so that there is nearly always a match.
 */
function tour(turn: number, clubs: DemoClub[]): Pick<DemoLeague, 'clubs' | 'tempo'> {
  const stages = STAGES.slice(-Math.log2(clubs.length));
  return {
    clubs,
    tempo: {
      kind: 'cup',
      roundMinutes: 1000,
      offsetMinutes: turn * 1200,
      spreadMinutes: 280,
      leadMinutes: 440,
      format: { groups: [], stages, pauseRounds: 0 },
    },
  };
}

const common = {
  ...({ sport: 'tennis', countryCode: null, season: 'year', drawPossible: false, toldSeasons: 2, rules: DEFAULT_LEAGUE_RULES } as const),
  format: { parts: 3, race: true },
};
/** Each tour's tournaments share ratings. */
const womens = { ratingGroup: 'meridian-women', surface: 'hard' } as const;
const mens = { ratingGroup: 'meridian-men', surface: 'clay' } as const;
const mixed = { ratingGroup: 'meridian-mixed', surface: 'grass' } as const;
const women = readTeams('tennis', WOMEN);
const men = readTeams('tennis', MEN);

export const TENNIS_LEAGUES: DemoLeague[] = [
  {
    ...common,
    ...womens,
    ...tour(0, women),
    id: 'league:meridian-tour-women',
    name: 'Meridian Tour, Women',
    zh: '子午线巡回赛女单',
    vi: 'Meridian Tour, đơn nữ',
  },
  {
    ...common,
    ...mens,
    ...tour(1, men),
    id: 'league:meridian-tour-men',
    name: 'Meridian Tour, Men',
    zh: '子午线巡回赛男单',
    vi: 'Meridian Tour, đơn nam',
  },
  {
    ...common,
    ...mixed,
    ...tour(2, pairUp(women, men)),
    id: 'league:meridian-tour-mixed',
    name: 'Meridian Tour, Mixed Doubles',
    zh: '子午线巡回赛混双',
    vi: 'Meridian Tour, đôi nam nữ',
  },
  {
    ...common,
    ...womens,
    ...tour(3, pairUp(women.slice(0, 16), women.slice(16))),
    id: 'league:meridian-tour-women-doubles',
    name: 'Meridian Tour, Women’s Doubles',
    zh: '子午线巡回赛女双',
    vi: 'Meridian Tour, đôi nữ',
  },
  {
    ...common,
    ...mens,
    ...tour(4, pairUp(men.slice(0, 16), men.slice(16))),
    id: 'league:meridian-tour-men-doubles',
    name: 'Meridian Tour, Men’s Doubles',
    zh: '子午线巡回赛男双',
    vi: 'Meridian Tour, đôi nam',
  },
];
