export const betErrors = {
  stake_below_min: 'Đặt tối thiểu {min, number} điểm.',
  stake_above_max: 'Đặt tối đa {max, number} điểm.',
  option_required: 'Hãy chọn một cửa trước.',
  insufficient_points: 'Bạn chưa đủ điểm. Điểm danh hoặc mời bạn bè để nhận thêm.',
  contest_not_open: 'Kèo này hiện không nhận dự đoán.',
  bet_pick_conflict: 'Bạn đã chọn cửa khác ở kèo này. Bạn chỉ có thể đặt thêm vào cửa đó.',
  round_not_over: 'Chỉ chia sẻ được vòng đã kết thúc.',
  bet_not_won: 'Chỉ chia sẻ được dự đoán đã trúng.',
  self_excluded: 'Bạn đang tạm nghỉ chơi đến {until}.',
  tipping_paused: 'Bạn đã tạm dừng đoán tỷ số và nhập xác suất đến {until}.',
  account_leaving: 'Tài khoản của bạn sắp bị xóa. Hãy giữ lại tài khoản để chơi tiếp.',
  limit_reached:
    'Giới hạn điểm {kind, select, loss {thua} other {đặt}} mỗi {period, select, day {ngày} week {tuần} other {tháng}} của bạn {left, plural, =0 {đã hết} other {còn # điểm}}, làm mới lúc {resets_at}.',
  odds_changed: 'Tỷ lệ hiện là {odds}. Bấm lần nữa để chấp nhận.',
} as const;
