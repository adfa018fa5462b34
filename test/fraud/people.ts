import { v7 } from 'uuid';
import { integer, pickOne, pickWeighted, type Random } from '#demo/seeded-random.ts';
import { type CheckIn, INVITE_ALPHABET, INVITE_CODE_LENGTH } from '#domain/ledger/rewards.ts';
import type { PlayThroughEvent } from '#domain/withdrawals/play-through.ts';
import { walletAddress } from '#domain/withdrawals/wallet.ts';

/** An account of the played world, and the person behind it. Times are milliseconds since 1970. */
export interface Person {
  id: string;
  /** The kind of honest group or ring under which the report counts it. */
  kind: string;
  /** Distinguishes groups of one kind. */
  group: string;
  isRing: boolean;
  joinsAt: number;
  email: string;
  name: string;
  handle: string;
  inviteCode: string;
  inviter: Person | null;
  /** The present browser's random id from its cookie. */
  device: string;
  userAgent: string;
  /** Returns an internet address to sign in from: constant for some people, new each time for others. */
  addressOf: () => string;
  /** Whether they request payouts at all, and their minimum request. */
  asks: boolean;
  goal: number;
  /** The wallet to enter at the time if it was chosen for them; null for a new one. */
  wantedWallet: string | null;

  /** The account's present state. */
  hasJoined: boolean;
  wallet: string | null;
  walletSince: number;
  /** Payouts are held until then. */
  heldUntil: number;
  lastCheckIn: CheckIn | null;
  hasPending: boolean;
  requests: { at: number; points: number; isFlagged: boolean }[];
  /** The events that determine how many points must be played, in the order in which the product reads them. */
  events: { at: number; place: number; event: PlayThroughEvent }[];
  /** The number of ended bets, and that number when all given points had been played for the first time; null until then. */
  bets: number;
  betsUntilPlayed: number | null;
}

export type PersonValues = Pick<Person, 'kind' | 'group' | 'isRing' | 'joinsAt' | 'addressOf'> &
  Partial<Pick<Person, 'email' | 'inviter' | 'device' | 'userAgent' | 'asks' | 'goal' | 'wantedWallet'>>;

/** Creates a person who will register at `joinsAt`; draws values that are not given as for an ordinary person. */
export function createPerson(random: Random, values: PersonValues): Person {
  const serial = `${Math.floor(random() * 1e9)}`;
  const [given, family] = [pickOne(random, GIVEN), pickOne(random, FAMILY)];
  return {
    id: uuid(random, values.joinsAt),
    email: mailAddress(random, given, family, serial),
    name: `${given} ${family}`,
    handle: `${given}${family}${serial}`.toLowerCase(),
    inviteCode: Array.from({ length: INVITE_CODE_LENGTH }, () => pickOne(random, [...INVITE_ALPHABET])).join(''),
    inviter: null,
    device: uuid(random, values.joinsAt),
    userAgent: pickOne(random, USER_AGENTS),
    asks: true,
    goal: 1_000,
    wantedWallet: null,
    ...values,
    ...{ hasJoined: false, wallet: null, walletSince: 0, heldUntil: 0, lastCheckIn: null, hasPending: false, requests: [], events: [] },
    ...{ bets: 0, betsUntilPlayed: null },
  };
}

/** Draws a UUIDv7, as the server does, from the world's random numbers. */
export const uuid = (random: Random, at: number): string => v7({ msecs: at, random: bytes(random, 16) });

/** Draws a valid, unused TRC20 address. */
export const newWallet = (random: Random): string => walletAddress(bytes(random, 20));

const bytes = (random: Random, count: number) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256));

/** Realistic mail hosts; some people have their own domain, alone or as a family. */
const HOSTS = ['gmail.com', 'outlook.com', 'yahoo.com', 'qq.com', '163.com', 'icloud.com', 'hotmail.com', 'mail.ru', 'proton.me'];
const HOST_WEIGHTS = [58, 9, 7, 8, 4, 6, 4, 2, 2];

export function mailAddress(random: Random, given: string, family: string, serial: string, host?: string): string {
  const name = pickOne(random, [`${given}.${family}`, `${family}${given}`, `${given}${family[0]}`, `${given}_${family}`]);
  return `${name}${serial}@${host ?? HOSTS[pickWeighted(random, HOST_WEIGHTS)]}`.toLowerCase();
}

/** Draws a mail address at a host: of a company, a university, or a private domain. */
export const mailAt = (random: Random, host: string): string =>
  mailAddress(random, pickOne(random, GIVEN), pickOne(random, FAMILY), `${integer(random, 1, 1e8)}`, host);

const WORDS = ['river', 'north', 'blue', 'happy', 'sun', 'green', 'lotus', 'tiger', 'cloud', 'stone', 'maple', 'dragon'];
/** Draws a private domain. */
export const ownDomain = (random: Random): string =>
  `${pickOne(random, WORDS)}-${pickOne(random, WORDS)}${integer(random, 1, 9_999)}.${pickOne(random, ['com', 'net', 'vn', 'xyz', 'site'])}`;

const GIVEN =
  'Anh,Binh,Chi,Dung,Giang,Hai,Hoa,Huy,Khanh,Lan,Linh,Long,Mai,Minh,Nam,Nga,Phuc,Quan,Son,Thao,Tuan,Wei,Jie,Fang,Lei,Tom,Emma,Jack,Lucy,Omar'.split(
    ',',
  );
const FAMILY = 'Nguyen,Tran,Le,Pham,Hoang,Phan,Vu,Dang,Bui,Do,Ho,Ngo,Duong,Wang,Li,Zhang,Liu,Chen,Smith,Jones,Brown,Khan'.split(',');
export const USER_AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; RMX3830) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
] as const;
