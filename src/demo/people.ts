import { integer, pickOne, randomFrom } from './seeded-random.ts';

/** First and family names by country, combined at random; any likeness is coincidental. */
const NAMES: Record<string, [first: string, family: string]> = {
  'gb-eng': [
    'Alfie,Ben,Callum,Declan,Elliot,Frank,George,Harvey,Isaac,Jude,Kieran,Liam,Mason,Nathan,Oscar,Reece,Samuel,Toby,Wesley,Zach',
    'Ashdown,Barrowby,Cotterill,Dunmore,Elsworth,Farrow,Garside,Hathaway,Ingleby,Jessop,Kendrick,Loxley,Marchbank,Netherton,Okafor,Pellew,Quarmby,Redfern,Stanhope,Thackray,Underwood,Varley,Whitlock,Yardley',
  ],
  es: [
    'Adrián,Bruno,Carlos,Darío,Enzo,Fermín,Gonzalo,Hugo,Iker,Joel,Lucas,Mateo,Nicolás,Óscar,Pablo,Rubén,Saúl,Tomás,Unai,Víctor',
    'Alcaraz,Barros,Cifuentes,Delmonte,Echarri,Figuera,Galdames,Herrán,Iribarne,Lozoya,Mendiluce,Navascués,Olmedilla,Peñalver,Quiroga,Robledo,Salcedo,Tordera,Urrutia,Valcárcel,Yáñez,Zubiría',
  ],
  it: [
    'Alessio,Bruno,Cesare,Dario,Elia,Fabio,Gianni,Ivan,Luca,Marco,Nico,Orlando,Pietro,Renzo,Sandro,Tommaso,Ugo,Valerio',
    'Albanesi,Bordoni,Carravetta,Dellacorte,Evangelisti,Forlani,Garbarino,Iannucci,Landolfi,Marchetto,Nardelli,Ottaviani,Pellegatti,Quaranta,Roccaforte,Santacroce,Tagliabue,Ubaldi,Vercelloni,Zanotto',
  ],
  fr: [
    'Adrien,Bastien,Clément,Damien,Étienne,Florian,Gaël,Hugo,Ismaël,Jules,Kévin,Loïc,Mathis,Noé,Olivier,Quentin,Rémi,Sacha,Théo,Yanis',
    'Aubrac,Beaulieu,Chastagnier,Delorme,Escoffier,Fontanel,Garrigue,Hautbois,Jacquemin,Kerouanton,Lacassagne,Montravel,Noailles,Olivet,Pradelle,Quesnel,Rochambeau,Sérignac,Tournadre,Vauquelin',
  ],
  de: [
    'Anton,Bastian,Christoph,Dennis,Emil,Felix,Georg,Henrik,Jannik,Konrad,Lars,Moritz,Niklas,Oskar,Paul,Ralf,Simon,Till,Urs,Vincent',
    'Achterberg,Brandstetter,Clausnitzer,Dornbusch,Eichhorst,Falkenrath,Grothaus,Hagedorn,Isenbeck,Jungclaus,Kaltenbach,Lindqvist,Morgenroth,Niederhaus,Oberlander,Petersilie,Quandtner,Rosenbrock,Steinfurt,Thalmeier,Uhlenbrock,Wiesengrund',
  ],
  vn: [
    'An,Bao,Chi,Duc,Giang,Hai,Hieu,Khoa,Lam,Long,Minh,Nam,Phong,Quan,Son,Tam,Thang,Trung,Tuan,Vinh',
    'Bui Van,Cao Dinh,Dang Huu,Dinh Cong,Doan Ngoc,Duong The,Ho Tan,Huynh Gia,Le Quoc,Ly Thanh,Mai Xuan,Ngo Anh,Nguyen Hoang,Pham Tuan,Phan Nhat,Ta Hong,Tran Viet,Trinh Duy,Vo Trong,Vu Dai',
  ],
};

const LISTS = new Map(
  Object.entries(NAMES).map(([country, [first, family]]) => [country, { first: first.split(','), family: family.split(',') }]),
);
const COUNTRIES = [...LISTS.keys()];

export interface Player {
  name: string;
  number: number;
  position: 'GK' | 'DEF' | 'MID' | 'FWD';
}

const SQUAD: Player['position'][] = [
  ...Array<'GK'>(3).fill('GK'),
  ...Array<'DEF'>(8).fill('DEF'),
  ...Array<'MID'>(8).fill('MID'),
  ...Array<'FWD'>(5).fill('FWD'),
];

/** Returns a club's squad, which is the same for all seasons: players here do not age. */
export function squadOf(seed: string, clubId: string, countryCode: string): Player[] {
  const random = randomFrom(`${seed} ${clubId} squad`);
  const taken = new Set<string>();
  return SQUAD.map((position, index) => {
    let name = personName(random, countryCode);
    while (taken.has(name)) name = personName(random, countryCode);
    taken.add(name);
    return { name, number: index === 0 ? 1 : index + 1, position };
  });
}

export const coachOf = (seed: string, clubId: string, countryCode: string): string =>
  personName(randomFrom(`${seed} ${clubId} coach`), countryCode);

/** Returns the name of a user of the demo's crowd. */
export function crowdName(seed: string, index: number): string {
  const random = randomFrom(`${seed} crowd ${index}`);
  return personName(random, pickOne(random, COUNTRIES));
}

function personName(random: () => number, countryCode: string): string {
  const country = random() < 0.75 && LISTS.has(countryCode) ? countryCode : COUNTRIES[integer(random, 0, COUNTRIES.length - 1)]!;
  const { first, family } = LISTS.get(country)!;
  // Vietnamese names begin with the family name.
  return country === 'vn' ? `${pickOne(random, family)} ${pickOne(random, first)}` : `${pickOne(random, first)} ${pickOne(random, family)}`;
}
