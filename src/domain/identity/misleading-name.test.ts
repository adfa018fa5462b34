import { describe, expect, it } from 'vitest';
import { nameFault } from './misleading-name.ts';

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

/** Real names, and nicknames that do not claim to be the site. */
const HONEST = lines(`
  Tim Supporter
  Nguyễn Văn Anh
  李明
  Trần Thị Bích Ngọc
  Đặng Đình Đức
  Hồ Văn Trọng
  Lê Quân
  Phạm Trí Quân
  Võ Thị Sáu
  Bùi Tiến Dũng
  王小虎
  欧阳娜娜
  陳大文
  諸葛亮
  赛车手
  官小明
  管理
  支持利物浦
  球迷小李Leo
  系统崩溃了
  さくら
  山田太郎
  サッカーファン
  鈴木イチロー
  김민준
  박지성
  손흥민 7
  Юрий Гагарин
  Анна Каренина
  Роман
  Адам Минин
  Ђорђе Петровић
  Олександр Шевченко
  Ελένη Παπαδοπούλου
  Γιώργος
  محمد صلاح
  علی‌رضا
  فاطمة الزهراء
  דוד בן־גוריון
  अमिताभ बच्चन
  श्री राम
  সাকিব আল হাসান
  ரஜினிகாந்த்
  సచిన్
  ශ්‍රී ලංකා
  สมชาย ใจดี
  มด
  ဒေါ်အောင်ဆန်း
  ភីតុ
  ანა კალანდაძე
  Արամ Խաչատրյան
  አበበ ቢቂላ
  O'Brien
  Jean-Luc Picard
  Müller, Thomas
  Zlatan Ibrahimović
  Łukasz Fabiański
  Søren Kierkegaard
  Þórunn Jónsdóttir
  Ångström
  José María Gutiérrez
  João Félix
  İlkay Gündoğan
  Çağlar Söyüncü
  Ștefan cel Mare
  Nuñez
  Ngũgĩ wa Thiong'o
  Keʻala
  Nwankwo Kanu
  Mbappé10
  CR7
  x_Ronaldo_x
  Anna 1990
  l33tplayer
  Player One
  The Gaffer
  Team Hanoi
  Badminton Fan
  Joe Root
  Falstaff
  Graeme Wagstaff
  Adam Inman
  Modesta
  Modrić
  Helpful Henry
  Newsome
  Botond
  Suppiah
  Stafford
  Roy Keane (fan)
  Liverpool ❤️
  🦁 Leo 🦁
  👨‍👩‍👧 family
  🏴󠁧󠁢󠁥󠁮󠁧󠁿 Harry
  🇻🇳 Việt Nam
  Mr. T
  J. K. Rowling
  A.C. Milan
  St. Pauli
  C. Ronaldo
  50% Messi
  Matchday Mike
  Point Guard
  Security Sam
  Customer No. 9
  Ali Akbar Moderno
`);

/** Each name with the fault that rejects it; names without one are `reserved`. */
const IMPERSONATIONS: readonly [string, string?][] = [
  ...lines(`
  Matchpoint
  Matchpoint Support
  MATCHPOINT
  Match Point
  match_point
  M a t c h p o i n t
  M.a.t.c.h.p.o.i.n.t
  M4tchp0int
  Matchpo1nt
  MatchpoInt
  Matchpoιnt Team
  Маtchpoint
  Мatchpoint Deals
  Ｍａｔｃｈｐｏｉｎｔ
  𝐌𝐚𝐭𝐜𝐡𝐩𝐨𝐢𝐧𝐭
  ᴍᴀᴛᴄʜᴘᴏɪɴᴛ
  🅼🅰🆃🅲🅷🅿🅾🅸🅽🆃
  Ⓜⓐⓣⓒⓗⓟⓞⓘⓝⓣ
  Mátchpóint
  rnatchpoint
  The Matchpoint Crew
  xxMatchpointxx
  Support
  support
  Jane Support
  JaneSupport
  janesupport
  Support24
  Supp0rt
  5upport
  Suppport
  S u p p o r t
  S-u-p-p-o-r-t Jane
  $upport
  ѕuрроrt
  ꓢꓴꓑꓑꓳꓣꓔ
  šuppørt
  ⓢⓤⓟⓟⓞⓡⓣ
  Tech Support
  support_jane
  Admin
  ADMIN
  Adm1n
  4dmin
  4dm1n
  @dmin
  ΑDΜΙΝ
  аdmin
  Ádmin
  adminjane
  Jane (Admin)
  Administrator
  sysadmin
  Administrador
  ad min
  ᎪdmᎥn
  Moderator
  Moderat0r
  Chat Moderator
  rnoderator
  M0derator7
  Official
  0fficial
  OfficiaI
  Official News
  Oficial
  Staff
  STAFF
  5taff
  Staaff
  Staff member
  Help Desk
  Helpdesk
  Help
  Help Team
  Customer Service
  CustomerService
  Security
  Security Team
  The Security Team
  Payments
  Payout Service
  System
  System Message
  Verified
  deleted_abc
  Deleted user
  Deleted account
  player_a1b2c3d4
  p1ayer_a1b2c3d4
  官方
  官方客服
  客 服
  管理员
  系统消息
  技术支持
  安全中心
  帮助
  已注销用户
  Hỗ trợ
  Hổ trợ khách hàng
  Ho tro
  Jane hỗ trợ
  Quản trị viên
  Quan Tri Vien
  Quản trị
  Siêu quản trị
  Nhân viên
  Chăm sóc khách hàng
  CSKH
  Thông báo
  Hệ thống
  Админ
  Матчпоинт
  Матчпойнт
  АДМИНИСТРАТОР
  Модератор
  Поддержка`).map((name): [string] => [name]),
  ['Jane ✔️', 'badge'],
  ['Jane ✓', 'badge'],
  ['☑ Jane', 'badge'],
  ['🛡️ Jane', 'badge'],
  ['Jane®', 'badge'],
  ['evil.com', 'link'],
  ['evil[.]com', 'link'],
  ['win at evil。com', 'link'],
  ['e v i l . c o m', 'link'],
  ['t.me/evil', 'link'],
  ['pаypal', 'mixed_scripts'],
  ['Lеvi', 'mixed_scripts'],
  ['ɱαƚƈԋ', 'mixed_scripts'],
  ['卂ᗪᗰ丨几', 'mixed_scripts'],
  ['Ad\u200bmin', 'characters'],
  ['Ad\u200dmin', 'characters'],
  ['Ad\u00admin', 'characters'],
  ['nim\u202eda', 'characters'],
  ['\u3164', 'characters'],
  ['\u2800Ann', 'characters'],
  ['Z̷̢̛̛̤̜a', 'characters'],
  ['A\ue000nn', 'characters'],
  ['line\nbreak', 'characters'],
  ['A\u{e0041}nn', 'characters'],
];

describe('nameFault', () => {
  it('is tested with more than a hundred honest names and a hundred impersonations', () => {
    expect(HONEST.length).toBeGreaterThanOrEqual(100);
    expect(IMPERSONATIONS.length).toBeGreaterThanOrEqual(100);
  });

  it.each(HONEST)('accepts the honest name %s', (name) => {
    expect(nameFault(name.normalize('NFC'))).toBeNull();
  });

  it.each(IMPERSONATIONS)('rejects %j (%s)', (name, fault = 'reserved') => {
    expect(nameFault(name.normalize('NFC'))).toBe(fault);
  });
});
