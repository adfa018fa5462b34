import { fraction } from './seeded-random.ts';

/** A club of the demo world. All names of clubs and people are invented. */
export interface DemoClub {
  id: string;
  name: string;
  shortName: string;
  zh?: string;
  vi?: string;
  aliases: string[];
  countryCode: string;
  colours: [string, string];
}

// One club per line: name | short | colours | Chinese | aliases. A club without colours gets some derived from its name.
const BRITISH = `
Avalon Town|AVA|#9c1f3a #7fb6e8|阿瓦隆镇|Avalon
Northgate|NOR|#1c5fb8 #f3f5f7|诺斯盖特|Northgate FC
Harbour United|HAR|#c8102e #f2c14e|海港联|Harbour Utd
Kingsmead|KIN|#0b6e4f #f5f5f0|金斯米德|
Lyndale Rovers|LYN|#22304f #e8e8e8|林代尔流浪|Lyndale
Marlow Athletic|MAR|#f2b705 #1b1b1b|马洛竞技|Marlow
Osterley|OST|#6c3fb0 #e9d8fd|奥斯特利|
Penrith City|PEN|#4fb3d9 #ffffff|彭里斯城|Penrith
Queensferry Albion and Southern Docks|QUE|#12355b #f4d35e|昆斯费里阿尔比恩|Queensferry, QASD
Ravensholm|RAV|#1b1b1b #d7263d|雷文斯霍姆|
Stonebridge Park|STO|#7a1f1f #f7e7ce|斯通布里奇公园|Stonebridge
Thornbury Vale|THO|#2e7d32 #ffffff|索恩伯里谷|Thornbury
Underhill Wanderers|UND|#e65100 #263238|安德希尔漫游者|Underhill
Westmarch|WES|#00695c #ffd54f|韦斯特马奇|
Yarrow Bridge|YAR|#ad1457 #fce4ec|亚罗桥|
Ashcombe County|ASH|#283593 #c5cae9|阿什科姆郡|Ashcombe`;

const BRITISH_SECOND = `
Bellwater|BEL||贝尔沃特|
Cinderford Mill|CIN||辛德福德工厂|
Dunmarsh Harriers|DUN||邓马什|Dunmarsh
Eastcliff Borough|EAS||东崖|Eastcliff
Fenwick Green|FEN||芬威克格林|
Garrow Moor|GAR||加罗莫尔|
Hollins Forge|HOL||霍林斯|
Inverleith Castle|INV||因弗利斯城堡|
Jessamine Street|JES||杰萨明街|
Kelby Junction and District Railwaymen|KEL||凯尔比枢纽|Kelby, KJDR
Larkhall Green Star|LAR||拉克霍尔绿星|Green Star
Mossgrove|MOS||莫斯格罗夫|
Nettlefield|NET||内特尔菲尔德|
Oldcastle Swifts|OLD||老城堡雨燕|Oldcastle`;

const SPANISH = `
Castellar|CAS|#a4161a #f6d743|卡斯特利亚尔|Castellar CF
Villareja|VIL|#f2cf1d #0d3b8e|维拉雷哈|
Sonseca|SON|#f4f4f4 #1d3557|松塞卡|
Almadena|ALM|#b7094c #ffffff|阿尔马德纳|
Puerto Claro|PUE||克拉罗港|P. Claro
Valdeluna|VAL||巴尔德卢纳|
Rioseco Norte|RIO||北里奥塞科|Rioseco
Torremar|TOR||托雷马尔|
San Arcadio de la Frontera|SAR||圣阿卡迪奥|San Arcadio
Montesol|MON||蒙特索尔|
Fuenteplata|FUE||丰特普拉塔|
Isla Dorada|ISL||多拉达岛|
Campo Viejo|CVI||老坎波|
Navalmar|NAV||纳瓦尔马尔|
Olmedares|OLM||奥尔梅达雷斯|
Peñaverde|PEÑ||佩尼亚韦尔德|Penaverde`;

const ITALIAN = `
Montalbero|MTB||蒙塔尔贝罗|
Fiorana|FIO||菲奥拉纳|
Portovento|PVE||波托文托|
Acquaviva Alta|ACQ||上阿夸维瓦|Acquaviva
Roccaspina|ROC||罗卡斯皮纳|
Valdoro|VDO||瓦尔多罗|
Castelmora|CML||卡斯特尔莫拉|
Lagonero|LAG||拉戈内罗|
Terralba Marina|TER||特拉尔巴|Terralba
Brenzano|BRE||布伦扎诺|
Colleverde|COL||科莱韦尔德|
Sanfelice Unita|SNF||圣费利切|Sanfelice
Pietramonte|PIE||彼得拉蒙特|
Virtus Serravento|VSE||塞拉文托美德|Serravento`;

const FRENCH = `
Clairval|CLA||克莱瓦尔|
Montjoie|MJO||蒙茹瓦|
Rivebelle|RVB||里夫贝勒|
Saint-Aubert-les-Marais|SAM||圣奥贝尔|Saint-Aubert
Portelune|PLU||波特吕讷|
Valbrise|VBR||瓦尔布里斯|
Fontclaire|FCL||丰克莱尔|
Beaurocher|BRO||博罗谢|
Grandchamp Olympique|GRO||格朗尚奥林匹克|Grandchamp
Noirlac|NLC||努瓦拉克|
Étoile de Kervannec|EKV||凯尔瓦内克之星|Kervannec
Sablefort|SAB||萨布勒福尔|`;

const GERMAN = `
Falkenau|FAL||法尔克瑙|
Steinbrück 04|STB||施泰因布吕克|Steinbrueck
Grünwalden|GRW||格林瓦尔登|
Eintracht Möwenhafen|EMH||默文哈芬|Moewenhafen
Lichtental|LIC||利希滕塔尔|
Rabenstein|RAB||拉本施泰因|
Sportfreunde Oberweiler-Niederau|SON||上魏勒|SF Oberweiler
Kupferberg|KUP||库普费贝格|
Windheim|WIN||温德海姆|
Adlersee|ADL||阿德勒塞|`;

const ASIAN = `
Hoa Mai Rivers|HMR||梅花河|
Thanh Lam|TLA||清岚|
Song Bac|SGB||北江|
Cao Nguyen Stars|CNS||高原之星|
Jinhe Dragons|JHD||金河龙|
Bailu Bay|BLB||白鹭湾|
Yunling|YUN||云岭|
Haitang Harbour|HTH||海棠港|
Minato Breeze|MBR||港风|
Aomine|AOM||青峰|
Hanbit|HBT||韩光|
Saebyeok|SBK||晨星|`;

const TOURING = `
Old Lanterns|OLA|||
Cape Meridian|CPM|||
Northern Lights XI|NLX|||
Coral Coast Mariners|CCM|||
Silver Quay|SIQ|||
Blackthorn Invincibles|BLI|||
Redwood Nomads|RWN|||
Sandhurst Corsairs|SAC|||
Granite Peak|GRP|||
Blue Heron|BLH|||
Copper Canyon|COP|||
Amber Isle|AMB|||
Highland Comets|HIC|||
Delta Pioneers|DPI|||
Emberfield|EMB|||
Lowland Tigers|LOT|||`;

const INKS = [
  '#b71c1c',
  '#0d47a1',
  '#1b5e20',
  '#4a148c',
  '#e65100',
  '#006064',
  '#263238',
  '#880e4f',
  '#33691e',
  '#311b92',
  '#bf360c',
  '#01579b',
];
const PAPERS = ['#ffffff', '#fdd835', '#90caf9', '#f5f5f5', '#ffe0b2', '#c8e6c9', '#212121', '#f8bbd0', '#b2ebf2', '#ffccbc'];

export const CLUBS = {
  first: parse(BRITISH, 'gb-eng'),
  second: parse(BRITISH_SECOND, 'gb-eng'),
  primera: parse(SPANISH, 'es'),
  serie: parse(ITALIAN, 'it'),
  bleue: parse(FRENCH, 'fr'),
  kronen: parse(GERMAN, 'de'),
  lotus: parse(ASIAN, 'vn'),
  touring: parse(TOURING, 'gb-eng'),
};

function parse(lines: string, countryCode: string): DemoClub[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', shortName = '', colours = '', zh = '', aliases = ''] = line.split('|');
      const [ink, paper] = colours === '' ? drawnColours(name) : colours.split(' ');
      return {
        id: `club:${slug(name)}`,
        name,
        shortName,
        ...(zh === '' ? {} : { zh }),
        aliases: aliases === '' ? [] : aliases.split(', '),
        countryCode,
        colours: [ink ?? '#333333', paper ?? '#ffffff'],
      };
    });
}

/** Derives two colours from the name of a club that has none. */
export function drawnColours(name: string): [string, string] {
  return [drawn(INKS, name), drawn(PAPERS, `${name} paper`)];
}

function drawn(colours: string[], key: string): string {
  return colours[Math.floor(fraction(key) * colours.length)]!;
}

export function slug(name: string): string {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return plain.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** Parses teams or players from lines of "name | short name | country | Chinese | Vietnamese", with ids of their sport; all names are invented. */
export function readTeams(sport: string, lines: string): DemoClub[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', shortName = '', countryCode = '', zh = '', vi = ''] = line.split('|');
      const names = { ...(zh !== '' && { zh }), ...(vi !== '' && { vi }) };
      return { id: `${sport}:${slug(name)}`, name, shortName, ...names, aliases: [], countryCode, colours: drawnColours(name) };
    });
}
