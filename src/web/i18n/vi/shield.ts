export const shield = {
  heading: 'Chống lộ kết quả',
  lead: 'Dành cho người xem truyền hình bị trễ, hoặc sẽ xem trận đấu sau. Áp dụng cùng lúc cho tỷ số, diễn biến, tỷ lệ, dự báo, bảng xếp hạng và trò chuyện, trên mọi trang của trình duyệt này.',
  off: 'Hiện mọi thứ ngay',
  off_hint: 'Đúng lúc diễn ra.',
  delay: 'Hiện mọi thứ trễ hơn',
  delay_hint: 'Toàn bộ trang như cách đây vài giây, để không có gì đi trước màn hình của bạn.',
  delay_seconds: 'Trễ',
  seconds: '{seconds} giây',
  hide: 'Ẩn kết quả cho đến khi tôi muốn xem',
  hide_hint: 'Các trận bắt đầu trong {hours} giờ qua vẫn như trước giờ bóng lăn. Mở trận đấu và bấm “Hiện kết quả” khi bạn sẵn sàng.',
  limits:
    'Việc đặt điểm vẫn đóng đúng giờ bóng lăn thật, và số dư của bạn luôn là số thật: điểm được trả có thể cho biết trận đấu kết thúc thế nào.',
  note_delay: 'Mọi thứ được hiện trễ {seconds} giây.',
  note_hide: 'Kết quả được ẩn cho đến khi bạn muốn xem.',
  change: 'Thay đổi',
};
