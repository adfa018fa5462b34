import { hasLink } from '#domain/chat/chat-links.ts';
import { plainLook } from './look-alikes.ts';

/**
 * Words that make a name seem to speak for the site, in the languages of our users and of scammers. Written without accents, as people
 * omit them or get them wrong: "hỗ trợ" and "hổ trợ" are both "ho tro".
 */

/** A name must not contain any of these as a whole word: "Jane Support". */
const OFFICIAL_WORDS = words(`
  admin admins administrator administrators administration administrador administrateur sysadmin superadmin
  moderator moderators moderation moderador moderateur official officials oficial officiel
  support supports supportteam soporte suporte staff staffs helpdesk customerservice customersupport techsupport webmaster hostmaster superuser cskh
  матчпоинт матчпойнт админ администратор администрация модератор саппорт поддержка техподдержка официальный`);

/** No word of a name may begin with one of these: "adminhelp", "moderator7". */
const OFFICIAL_BEGINNINGS = words('admin moderator customerserv админ модератор');

/** No word of a name may end with one of these: "janesupport". ("staff" is left out, as surnames end with it.) */
const OFFICIAL_ENDINGS = words('admin moderator support official helpdesk');

/** These must not occur in the letters of a name, whatever stands between them: "Match Point", "客 服". */
const OFFICIAL_PARTS = words(`
  matchpoint quantrivien banquantri kiemduyetvien dieuhanhvien chamsockhachhang dichvukhachhang
  官方 客服 管理员 管理員 版主 工作人员 工作人員 运营 運營 技术支持 技術支援 审核员 審核員 系统消息 系統消息 系统通知 系統通知`);

/** Neighbouring words that count as one word of a list: Vietnamese puts a space between syllables. */
const PHRASES = phrases(
  'ho tro, quan tri, quan ly, nhan vien, chinh thuc, he thong, tong dai, bao mat, thong bao, tro giup, da xoa, tai khoan, nguoi dung',
);
/** Phrases, joined into one word, that are as official as OFFICIAL_WORDS. */
const OFFICIAL_PHRASES = words('hotro');

/** A name of office words alone speaks for the site if it contains one of these: "Security Team". Each also occurs in honest names. */
const OFFICE_WORDS = words(`
  account accounts alert alerts announcement announcements billing customer deleted finance help helper hotline info mod mods notice notification
  operations operator payment payments payout payouts privacy safety security service services system verification verified withdrawal withdrawals
  quantri quanly nhanvien chinhthuc hethong tongdai baomat thongbao trogiup daxoa
  支持 帮助 幫助 系统 系統 安全 服务 服務 官网 公告 通知 已注销 已删除`);

/** Office words that are harmless by themselves: "Chat Bot", "The Crew". */
const BESIDE_OFFICES = words(`
  bot care center centre chat contact crew department dept desk group live message online ops owner refund reward root site team the of for user your
  taikhoan nguoidung ban doi sieu 中心 团队 團隊 用户 用戶 小组 部 的`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function phrases(text: string): readonly string[] {
  return text.split(', ');
}

/** Reasons why a display name is rejected. */
const NAME_FAULTS = ['characters', 'badge', 'link', 'reserved', 'mixed_scripts'] as const;
export type NameFault = (typeof NAME_FAULTS)[number];

/** Raise this with every change that may make a name a fault: stored names are then checked again. */
export const NAME_RULES_VERSION = 2;

/**
 * Returns the first fault by which a name (of a person, or of their league) misleads or harms its readers, or null. Expects a trimmed
 * name in NFC. Faults: unreadable characters, a sign like the site's own badge, a link, a name that speaks for the site, or several
 * alphabets in one word.
 */
export function nameFault(name: string): NameFault | null {
  if (!isReadable(name)) return 'characters';
  if (BADGES.test(name)) return 'badge';
  if (hasLink(name)) return 'link';
  if (speaksForSite(name)) return 'reserved';
  return name.split(WORD_ENDS).some(isMixed) ? 'mixed_scripts' : null;
}

const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Line breaks, control characters, private-use characters and surrogates, and blanks other than a space. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;
/** Joiners that the spelling of Persian and of Indian languages needs. Other invisible joiners are allowed in emoji only. */
const JOINED =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Sinhala}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Telugu}\p{Script=Tamil}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Khmer}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;
/** The `v` flag matches whole emoji; it is passed as text because the compiler's language target is older. */
const SETS = 'gv';
const EMOJI = new RegExp('\\p{RGI_Emoji}', SETS);
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;
/** Four stacked marks: no language uses as many, and more would cover the lines above. */
const TOWER = /\p{M}{4}/u;

/** Returns whether a name, in NFC, shows as it is: no control or invisible characters, and something to see. */
export const isReadable = (name: string): boolean =>
  SEEN.test(name) && !UNREADABLE.test(name) && !UNSEEN.test(name.replace(EMOJI, '').replace(JOINED, '')) && !TOWER.test(name);

/** Ticks, shields, police officers and trademark signs, which look like the site's verification badge. */
const BADGES = /[®©™℠√✓✔✅☑⍻⛨🗸🗹🛡🔰👮]/u;

const WORD_ENDS = /[^\p{L}\p{M}\p{N}]+/u;
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
];
const LETTERS = SCRIPTS.map((script) => ({ script, has: new RegExp(`\\p{Script=${script}}`, 'u') }));
const LETTER = /\p{L}/u;
/** Scripts that are commonly mixed within one word: "小李Leo", "サッカーファン". */
const ASIAN = new Set(['Latin', 'Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul']);

/** Returns whether a word mixes scripts that no language mixes in one word. Scripts outside the lists count as one. */
function isMixed(word: string): boolean {
  const letters = [...word.normalize('NFKC')].filter((letter) => LETTER.test(letter) && !/\p{Script=Common}/u.test(letter));
  const scripts = new Set(letters.map((letter) => LETTERS.find(({ has }) => has.test(letter))?.script ?? 'other'));
  return scripts.size > 1 && [...scripts].some((script) => !ASIAN.has(script));
}

/** Digits and signs written in place of letters. */
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  2: 's',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '+': 't',
  '€': 'e',
  '¢': 'c',
};
const FILLERS = /[\d@$!|+€£¢]+/g;
const WORD = /[\p{L}\d@$!|+€£¢]+/gu;

/** Returns one spelling for what is hard to tell apart: I, l, 1, ! and |; rn and m; vv and w. */
const shapeOf = (text: string): string =>
  text
    .replace(/[02-9@$+€¢]/g, (sign) => LEET[sign]!)
    .replace(/[l1!|£]/g, 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
const squeezed = (shape: string): string => shape.replace(/(.)\1+/gu, '$1');
const shapesOf = (words: readonly string[]): string[] => words.map((word) => shapeOf(plainLook(word)));
const squeezedOf = (words: readonly string[]): string[] => shapesOf(words).map(squeezed);

const OFFICIAL = new Set(squeezedOf([...OFFICIAL_WORDS, ...OFFICIAL_PHRASES]));
const BEGINNINGS = squeezedOf(OFFICIAL_BEGINNINGS);
const ENDINGS = squeezedOf(OFFICIAL_ENDINGS);
const PARTS = squeezedOf(OFFICIAL_PARTS);
const OFFICES = new RegExp(`^(?:${shapesOf([...OFFICE_WORDS, ...OFFICIAL_WORDS, ...BESIDE_OFFICES]).join('|')})+$`, 'u');
const OFFICE = new RegExp(shapesOf([...OFFICE_WORDS, ...OFFICIAL_WORDS]).join('|'), 'u');
/** Generated names of deleted accounts and of accounts without a name. */
const GENERATED = new RegExp(`^(?:${shapesOf(['deleted', 'player']).join('|')})_`);

/** Returns whether a name looks like the site's, its staff's or a generated one, by its words or by its letters without separators. */
export function speaksForSite(name: string): boolean {
  const parted = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  if (GENERATED.test(shapeOf(plainLook(name)))) return true;
  return [name, parted].some((text) => {
    const words = withPhrases(withSpelled(plainLook(text).match(WORD) ?? []));
    const whole = words.join('');
    return words.some(isOfficial) || readingsOf(whole).some((letters) => isPartOfSite(letters) || isOffice(letters));
  });
}

/** Adds words that are spelled out: "S u p p o r t" also counts as one word. */
function withSpelled(words: readonly string[]): string[] {
  const text = words.join(' ');
  return text.replace(/(?<!\S)\S(?: \S(?!\S)){2,}/gu, (spelled) => spelled.replaceAll(' ', '')).split(' ');
}

function withPhrases(words: readonly string[]): string[] {
  let text = ` ${words.join(' ')} `;
  for (const phrase of PHRASES) text = text.replaceAll(` ${phrase} `, ` ${phrase.replaceAll(' ', '')} `);
  return text.trim().split(' ');
}

/** Returns what a word with digits and signs may mean: without them, or with them as letters, except perhaps at its ends. */
const readingsOf = (word: string): string[] => [
  shapeOf(word.replace(FILLERS, '')),
  shapeOf(word),
  shapeOf(word.replace(/^[\d@$!|+€£¢]+|[\d@$!|+€£¢]+$/g, '')),
];

const isOfficial = (word: string): boolean =>
  readingsOf(word)
    .map(squeezed)
    .some(
      (letters) =>
        OFFICIAL.has(letters) ||
        BEGINNINGS.some((beginning) => letters.startsWith(beginning)) ||
        ENDINGS.some((ending) => letters.endsWith(ending)),
    );

const isPartOfSite = (letters: string): boolean =>
  OFFICIAL.has(squeezed(letters)) || PARTS.some((part) => squeezed(letters).includes(part));
const isOffice = (letters: string): boolean => OFFICES.test(letters) && OFFICE.test(letters);
