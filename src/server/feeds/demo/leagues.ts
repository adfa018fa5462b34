import { CLUBS, type DemoClub } from './clubs.ts';

/**
 * How a league's matches lie in time. A carousel plays a round every ROUND_MINUTES minutes of match time, so that something is
 * always live; a daily league plays one round a calendar day, so that there is something to look forward to; the cup fits
 * between the rounds of the league whose clubs play it; the trophy has one match every TROPHY_SLOT_MINUTES, each of another ending.
 */
export type Tempo =
  | { kind: 'carousel'; offsetMinutes: number; spreadMinutes: number; phaseRounds: number }
  | { kind: 'daily'; firstHour: number; phaseRounds: number }
  | { kind: 'cup'; offsetMinutes: number; spreadMinutes: number }
  | { kind: 'trophy' };

export interface DemoLeague {
  id: string;
  name: string;
  zh: string;
  vi: string;
  countryCode: string | null;
  clubs: DemoClub[];
  tempo: Tempo;
  zones: { from: number; to: number; tone: 'good' | 'bad' }[];
}

/** Minutes of match time between two rounds of a carousel: an hour at the default speed of 12. */
export const ROUND_MINUTES = 720;
/** Sixteen endings, one a slot, come round in 640 minutes: 53 real minutes at the default speed. */
export const TROPHY_SLOT_MINUTES = 40;

const zones = (clubs: number): DemoLeague['zones'] => [
  { from: 1, to: 3, tone: 'good' },
  { from: clubs - 2, to: clubs, tone: 'bad' },
];

/** The leagues, in the order in which they are told. Offsets are staggered so that about as many matches are live at any moment. */
export const LEAGUES: DemoLeague[] = [
  {
    id: 'league:first-division',
    name: 'First Division',
    zh: '甲级联赛',
    vi: 'Giải Hạng Nhất',
    countryCode: 'gb-eng',
    clubs: CLUBS.first,
    tempo: { kind: 'carousel', offsetMinutes: 0, spreadMinutes: 324, phaseRounds: 11 },
    zones: zones(16),
  },
  {
    id: 'league:crown-cup',
    name: 'Crown Cup',
    zh: '皇冠杯',
    vi: 'Cúp Vương Miện',
    countryCode: 'gb-eng',
    clubs: CLUBS.first,
    tempo: { kind: 'cup', offsetMinutes: 440, spreadMinutes: 100 },
    zones: [],
  },
  {
    id: 'league:primera',
    name: 'Primera',
    zh: '西班牙头等联赛',
    vi: 'Giải Primera',
    countryCode: 'es',
    clubs: CLUBS.primera,
    tempo: { kind: 'carousel', offsetMinutes: 144, spreadMinutes: 432, phaseRounds: 23 },
    zones: zones(16),
  },
  {
    id: 'league:serie-uno',
    name: 'Serie Uno',
    zh: '意大利一级联赛',
    vi: 'Giải Serie Uno',
    countryCode: 'it',
    clubs: CLUBS.serie,
    tempo: { kind: 'carousel', offsetMinutes: 288, spreadMinutes: 432, phaseRounds: 4 },
    zones: zones(14),
  },
  {
    id: 'league:second-division',
    name: 'Second Division',
    zh: '乙级联赛',
    vi: 'Giải Hạng Nhì',
    countryCode: 'gb-eng',
    clubs: CLUBS.second,
    tempo: { kind: 'carousel', offsetMinutes: 432, spreadMinutes: 432, phaseRounds: 17 },
    zones: zones(14),
  },
  {
    id: 'league:division-bleue',
    name: 'Division Bleue',
    zh: '法国蓝色联赛',
    vi: 'Giải Division Bleue',
    countryCode: 'fr',
    clubs: CLUBS.bleue,
    tempo: { kind: 'carousel', offsetMinutes: 576, spreadMinutes: 432, phaseRounds: 8 },
    zones: zones(12),
  },
  {
    id: 'league:kronenliga',
    name: 'Kronenliga',
    zh: '德国皇冠联赛',
    vi: 'Giải Kronenliga',
    countryCode: 'de',
    clubs: CLUBS.kronen,
    tempo: { kind: 'daily', firstHour: 11, phaseRounds: 5 },
    zones: zones(10),
  },
  {
    id: 'league:lotus-league',
    name: 'Lotus League',
    zh: '莲花联赛',
    vi: 'Giải Hoa Sen',
    countryCode: 'vn',
    clubs: CLUBS.lotus,
    tempo: { kind: 'daily', firstHour: 9, phaseRounds: 14 },
    zones: zones(12),
  },
  {
    id: 'league:harbour-trophy',
    name: 'Harbour Trophy',
    zh: '海港奖杯邀请赛',
    vi: 'Cúp mời Harbour',
    countryCode: null,
    clubs: CLUBS.touring,
    tempo: { kind: 'trophy' },
    zones: [],
  },
];
