/**
 * Words by which a name seems to speak for the site, in the languages of our users and of those who write to them. Without accents, as people
 * leave them out or get them wrong: "hỗ trợ" and "hổ trợ" are both "ho tro".
 */

/** No word of a name is one of these: "Jane Support". */
export const OFFICIAL_WORDS = words(`
  admin admins administrator administrators administration administrador administrateur sysadmin superadmin
  moderator moderators moderation moderador moderateur official officials oficial officiel
  support supports supportteam soporte suporte staff staffs helpdesk customerservice customersupport techsupport webmaster hostmaster superuser cskh
  матчпоинт матчпойнт админ администратор администрация модератор саппорт поддержка техподдержка официальный`);

/** No word of a name begins with one of these: "adminhelp", "moderator7". */
export const OFFICIAL_BEGINNINGS = words('admin moderator customerserv админ модератор');

/** No word of a name ends with one of these: "janesupport". ("staff" is at the end of surnames.) */
export const OFFICIAL_ENDINGS = words('admin moderator support official helpdesk');

/** These are nowhere in the letters of a name, whatever stands between them: "Match Point", "客 服". */
export const OFFICIAL_PARTS = words(`
  matchpoint quantrivien banquantri kiemduyetvien dieuhanhvien chamsockhachhang dichvukhachhang
  官方 客服 管理员 管理員 版主 工作人员 工作人員 运营 運營 技术支持 技術支援 审核员 審核員 系统消息 系統消息 系统通知 系統通知`);

/** Neighbouring words that are one word of a list: in Vietnamese a space stands between syllables. */
export const PHRASES = phrases(
  'ho tro, quan tri, quan ly, nhan vien, chinh thuc, he thong, tong dai, bao mat, thong bao, tro giup, da xoa, tai khoan, nguoi dung',
);
/** Of the phrases, written in one: as official as OFFICIAL_WORDS. */
export const OFFICIAL_PHRASES = words('hotro');

/** A name speaks for the site that is made of office words alone, one of which is of these: "Security Team". Each is in honest names, too. */
export const OFFICE_WORDS = words(`
  account accounts alert alerts announcement announcements billing customer deleted finance help helper hotline info mod mods notice notification
  operations operator payment payments payout payouts privacy safety security service services system verification verified withdrawal withdrawals
  quantri quanly nhanvien chinhthuc hethong tongdai baomat thongbao trogiup daxoa
  支持 帮助 幫助 系统 系統 安全 服务 服務 官网 公告 通知 已注销 已删除`);

/** These make no office by themselves: "Chat Bot", "The Crew". */
export const BESIDE_OFFICES = words(`
  bot care center centre chat contact crew department dept desk group live message online ops owner refund reward root site team the of for user your
  taikhoan nguoidung ban doi sieu 中心 团队 團隊 用户 用戶 小组 部 的`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function phrases(text: string): readonly string[] {
  return text.split(', ');
}
