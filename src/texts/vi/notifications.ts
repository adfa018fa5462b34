import type { NotificationWords } from '#texts/shapes.ts';

export const vi: NotificationWords = {
  lineups: 'Đã có đội hình ra sân.',
  kickoff: 'Trận đấu bắt đầu.',
  goal: 'Bàn thắng cho {team}.',
  goal_by: 'Bàn thắng cho {team}: {player}.',
  goal_back: 'Bàn thắng của {team} không được công nhận.',
  red_card: 'Thẻ đỏ cho {team}.',
  red_card_of: 'Thẻ đỏ: {player} ({team}).',
  half_time: 'Hết hiệp một.',
  full_time: 'Hết giờ.',
  after_extra_time: 'Kết thúc sau hiệp phụ.',
  after_penalties: 'Kết thúc: {home}–{away} trên chấm luân lưu.',
  swing: 'Khả năng thắng của {team} từ {before, number, percent} thành {after, number, percent}.',
  bet_won: 'Bạn đã thắng cược và nhận {points, number} điểm.',
  bet_lost: 'Lần này bạn không thắng cược.',
  bet_refunded: 'Cược của bạn được hoàn lại {points, number} điểm.',
  corrected: 'Kết quả trận đấu đã được sửa.',
  withdrawal: 'Yêu cầu rút tiền của bạn',
  withdrawals: {
    redeem_approved: 'Đã duyệt: {points, number} điểm đang được chuyển.',
    redeem_sent: 'Đã chuyển: {points, number} điểm đang tới ví của bạn.',
    redeem_rejected: 'Không được duyệt: {points, number} điểm đã trở lại số dư.',
    redeem_returned: 'Không chuyển được: {points, number} điểm đã trở lại số dư.',
  },
  summary: 'Cược của bạn',
  summary_bets:
    '{bets} cược đã kết thúc: {won} cược thắng{refunded, plural, =0 {} other {, # cược hoàn lại}}. Bạn nhận {points, number} điểm.',
  test: 'Matchpoint',
  test_body: 'Thông báo trên thiết bị này sẽ hiện như thế này.',
};
