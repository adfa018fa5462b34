import { v7 } from 'uuid';
import { integer, pickOne, pickWeighted, type Random } from '#demo/seeded-random.ts';
import { type CheckIn, INVITE_ALPHABET, INVITE_CODE_LENGTH } from '#domain/ledger/rewards.ts';
import type { PlayThroughEvent } from '#domain/withdrawals/play-through.ts';
import { walletAddress } from '#domain/withdrawals/wallet.ts';

/** One account of the played world, with whoever is behind it. Times are milliseconds since 1970. */
export interface Person {
  id: string;
  /** The kind of honest group or of ring that the report counts it under. */
  kind: string;
  /** Tells the groups of one kind apart. */
  group: string;
  isRing: boolean;
  joinsAt: number;
  email: string;
  name: string;
  handle: string;
  inviteCode: string;
  inviter: Person | null;
  /** The browser in use, by the random id in its cookie. */
  device: string;
  userAgent: string;
  /** An address on the internet to sign in from: some people have one, others a new one each time. */
  addressOf: () => string;
  /** Whether they want points paid out at all, and the least that they ask for. */
  asks: boolean;
  goal: number;
  /** A wallet to enter when the time has come, where somebody chose it for them; else a new one of their own. */
  wantedWallet: string | null;

  /** What became of it so far. */
  hasJoined: boolean;
  wallet: string | null;
  walletSince: number;
  /** No payout before then. */
  heldUntil: number;
  lastCheckIn: CheckIn | null;
  hasPending: boolean;
  requests: { at: number; points: number; isFlagged: boolean }[];
  /** What decides how many points have to be played, in the order that the product reads it in. */
  events: { at: number; place: number; event: PlayThroughEvent }[];
  /** Bets that ended, and the number of them when all given points had been played for the first time; null until then. */
  bets: number;
  betsUntilPlayed: number | null;
}

export type PersonValues = Pick<Person, 'kind' | 'group' | 'isRing' | 'joinsAt' | 'addressOf'> &
  Partial<Pick<Person, 'email' | 'inviter' | 'device' | 'userAgent' | 'asks' | 'goal' | 'wantedWallet'>>;

/** Makes somebody who will register at `joinsAt`; what is not given is drawn as of an ordinary person. */
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

/** A UUIDv7, as the server makes them, from the world's own chance. */
export const uuid = (random: Random, at: number): string => v7({ msecs: at, random: bytes(random, 16) });

/** A valid TRC20 address that nobody else has. */
export const newWallet = (random: Random): string => walletAddress(bytes(random, 20));

const bytes = (random: Random, count: number) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256));

/** Mail hosts of the world as people have them; some have a domain of their own, alone or as a family. */
const HOSTS = ['gmail.com', 'outlook.com', 'yahoo.com', 'qq.com', '163.com', 'icloud.com', 'hotmail.com', 'mail.ru', 'proton.me'];
const HOST_WEIGHTS = [58, 9, 7, 8, 4, 6, 4, 2, 2];

export function mailAddress(random: Random, given: string, family: string, serial: string, host?: string): string {
  const name = pickOne(random, [`${given}.${family}`, `${family}${given}`, `${given}${family[0]}`, `${given}_${family}`]);
  return `${name}${serial}@${host ?? HOSTS[pickWeighted(random, HOST_WEIGHTS)]}`.toLowerCase();
}

/** A mail address at a host: of a company, a university, or somebody's own domain. */
export const mailAt = (random: Random, host: string): string =>
  mailAddress(random, pickOne(random, GIVEN), pickOne(random, FAMILY), `${integer(random, 1, 1e8)}`, host);

const WORDS = ['river', 'north', 'blue', 'happy', 'sun', 'green', 'lotus', 'tiger', 'cloud', 'stone', 'maple', 'dragon'];
/** A domain that somebody registered. */
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
