import type { BotWords } from '#texts/shapes.ts';

export const vi: BotWords = {
  welcome:
    'Đây là bot của Matchpoint. Cuộc trò chuyện này chưa kết nối với tài khoản nào.\n\nĐể kết nối, hãy mở Cài đặt bảo mật trên Matchpoint và bấm “Kết nối bot Telegram”.',
  ask_bind:
    'Kết nối tài khoản {account}?\n\nMã và cảnh báo của tài khoản đó sẽ được gửi vào đây, và tài khoản Telegram này có thể đăng nhập vào đó. Chỉ bấm Có nếu chính bạn vừa yêu cầu trên Matchpoint.',
  yes: 'Có, kết nối',
  no: 'Không',
  bound:
    'Cuộc trò chuyện này đã kết nối với {account}. Từ giờ mã và cảnh báo sẽ được gửi vào đây. Việc rút điểm tạm dừng 6 giờ, phòng khi không phải là bạn.\n\nGửi /help để xem các lệnh.',
  already_bound: 'Cuộc trò chuyện này đã kết nối với {account}.\n\nGửi /help để xem các lệnh.',
  declined: 'Được rồi, không có gì được kết nối.',
  link_gone:
    'Liên kết này không còn dùng được: chỉ có hiệu lực 10 phút và một lần. Hãy lấy liên kết mới trong Cài đặt bảo mật trên Matchpoint.',
  bound_elsewhere: 'Telegram của bạn đang thuộc về một tài khoản Matchpoint khác. Hãy ngắt kết nối ở đó trước, trong Cài đặt bảo mật.',
  other_bound: 'Tài khoản Matchpoint đó đã có một Telegram khác. Hãy ngắt kết nối Telegram kia trước, trong Cài đặt bảo mật.',
  disabled: 'Tài khoản Matchpoint này đã bị khóa. Vui lòng liên hệ hỗ trợ.',
  failed: 'Chưa thực hiện được. Vui lòng thử lại sau một phút.',
  help: '/balance – điểm của bạn\n/bets – các cược đang mở\n/notices – báo khi cược kết thúc và những gì bạn đã chọn, bật hoặc tắt\n/language – English, 中文, Tiếng Việt\n/unbind – cách ngắt kết nối\n\nChúng tôi không bao giờ hỏi mã hay mật khẩu của bạn ở đây.',
  unbind:
    'Để ngắt kết nối, hãy mở Cài đặt bảo mật trên Matchpoint. Việc này làm ở đó chứ không phải ở đây, để người cầm điện thoại của bạn không làm được.',
  balance: 'Bạn có {points, number} điểm ({usdt} USDT).',
  bets: 'Các cược đang mở của bạn:',
  bet: '{home} – {away}\n{when}\n{pick}: {stake, number} điểm',
  more_bets: 'Còn {count, number} cược nữa trên Matchpoint.',
  no_bets: 'Bạn không có cược nào đang mở.',
  draw: 'Hòa',
  notices_on:
    'Đã bật thông báo: tôi sẽ nhắn khi một cược của bạn kết thúc và những gì bạn đã chọn trên Matchpoint. Mã và cảnh báo luôn được gửi.',
  notices_off: 'Đã tắt thông báo. Mã và cảnh báo vẫn được gửi.',
  turn_on: 'Bật',
  turn_off: 'Tắt',
  language: 'Bạn muốn dùng ngôn ngữ nào?',
  language_set: 'Được rồi, tiếng Việt. Tin nhắn từ Matchpoint cũng sẽ bằng tiếng Việt.',
  commands: {
    balance: 'Điểm của bạn',
    bets: 'Các cược đang mở',
    notices: 'Báo khi một cược kết thúc: bật hoặc tắt',
    language: 'English, 中文, Tiếng Việt',
    unbind: 'Cách ngắt kết nối',
    help: 'Các lệnh',
  },
};
