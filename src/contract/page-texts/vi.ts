import type { descriptions as en, otherDescriptions as enOther, sharing as enSharing, titles as enTitles } from './en.ts';
import type { Translated } from './translated.ts';

export const titles: Translated<typeof enTitles> = {
  matches: 'Trận đấu',
  matches_on: 'Trận đấu ngày {date}',
  matches_of: 'Lịch thi đấu và kết quả {name}',
  match: '{home} gặp {away}',
  match_unknown: 'Trận đấu',
  leagues: 'Giải đấu',
  standings: 'Bảng xếp hạng {league}',
  draw: 'Nhánh đấu {league}',
  standings_unknown: 'Bảng xếp hạng',
  track_record: 'Thành tích dự báo',
  forecast_league: 'Giải dự báo',
  bets: 'Dự đoán của tôi',
  account: 'Tài khoản',
  settings_profile: 'Cài đặt hồ sơ',
  settings_security: 'Cài đặt bảo mật',
  settings_notifications: 'Thông báo',
  spoiler_shield: 'Chống lộ kết quả',
  settings_limits: 'Giới hạn chơi',
  sign_in: 'Đăng nhập',
  receipt: 'Biên lai dự đoán',
  code: 'Xác nhận là bạn',
  not_me: 'Bảo vệ tài khoản',
  outbox: 'Hộp thư đi',
  terms: 'Điều khoản',
  privacy: 'Quyền riêng tư',
};

export const descriptions: Translated<typeof en> = {
  site: 'Matchpoint: tỷ số trực tiếp, bảng xếp hạng và dự đoán bằng điểm.',
  matches: 'Tỷ số bóng đá trực tiếp, lịch thi đấu và kết quả, kèm tỷ lệ và bảng xếp hạng. Dự đoán kết quả, nhận điểm trên Matchpoint.',
  matches_filtered: '{title}: tỷ số trực tiếp, giờ thi đấu, kết quả và tỷ lệ. Dự đoán kết quả, nhận điểm trên Matchpoint.',
  match: '{title}: tỷ số trực tiếp, diễn biến, đội hình, tỷ lệ và đối đầu. Dự đoán kết quả, nhận điểm trên Matchpoint.',
  leagues: 'Các giải và cúp theo quốc gia: bảng xếp hạng, lịch thi đấu, kết quả và vua phá lưới trên Matchpoint.',
  standings: '{title}: phong độ, lịch thi đấu, kết quả và vua phá lưới, cập nhật theo từng bàn thắng.',
  forecast_league: 'Dự báo trận đấu không cần đặt điểm: chia 100% cho các kết quả và so tài với mô hình, thị trường và bạn bè.',
  track_record:
    'Dự báo của chúng tôi đúng đến đâu: mỗi dự báo chốt trước trận, chấm điểm sau trận, so với thị trường và cộng đồng, kể cả lần sai.',
};

export const otherDescriptions: Translated<typeof enOther> = {
  match: '{title}: tỷ số trực tiếp, tỷ lệ và đối đầu. Dự đoán kết quả, nhận điểm trên Matchpoint.',
  standings: '{title}: phong độ, lịch thi đấu và kết quả, cập nhật theo từng trận.',
  draw: '{title}: mọi vòng đến chung kết, kèm tỷ số trực tiếp và kết quả.',
};

export const sharing: Translated<typeof enSharing> = {
  statuses: {
    ns: 'Chưa bắt đầu',
    tbd: 'Chưa rõ giờ',
    live: 'Trực tiếp',
    h1: 'Hiệp 1',
    ht: 'Nghỉ giữa hiệp',
    h2: 'Hiệp 2',
    et: 'Hiệp phụ',
    bt: 'Nghỉ trước hiệp phụ',
    p: 'Luân lưu',
    int: 'Tạm dừng',
    ft: 'Kết thúc',
    aet: 'Sau hiệp phụ',
    pen: 'Sau luân lưu',
    pst: 'Bị hoãn',
    susp: 'Bị ngừng',
    abd: 'Bị bỏ dở',
    canc: 'Đã hủy',
    awd: 'Xử thắng thua',
    wo: 'Đối thủ bỏ cuộc',
    delayed: 'Bắt đầu trễ',
    suspected_cancelled: 'Có thể bị hủy',
    overtime: 'Hiệp phụ',
    break: 'Đang nghỉ',
    final: 'Kết thúc',
    after_overtime: 'Sau hiệp phụ',
    retired: 'Bỏ cuộc giữa trận',
    forfeit: 'Bị xử thua',
  },
  penalties: 'Luân lưu {home}–{away}',
  tagline: 'Tỷ số trực tiếp, bảng xếp hạng và dự đoán bằng điểm',
  picture: '{title} trên Matchpoint',
};
