import type { BotWords } from '#texts/shapes.ts';

export const vi: BotWords = {
  welcome:
    'Đây là bot của Matchpoint. Cuộc trò chuyện này chưa liên kết với tài khoản nào.\n\nĐể liên kết, hãy mở Cài đặt → Bảo mật trên Matchpoint và bấm “Liên kết Telegram”.',
  ask_bind:
    'Liên kết cuộc trò chuyện này với {account}?\n\nMã và cảnh báo bảo mật của tài khoản đó sẽ gửi vào đây, và bạn có thể đăng nhập bằng Telegram này. Chỉ bấm Có nếu chính bạn vừa yêu cầu trên Matchpoint.',
  yes: 'Có, liên kết',
  no: 'Không',
  bound:
    'Đã liên kết với {account}. Từ giờ mã và cảnh báo bảo mật có thể gửi vào đây. Để bảo vệ điểm của bạn, việc rút điểm tạm dừng 6 giờ.\n\nGửi /help để xem các lệnh.',
  already_bound: 'Cuộc trò chuyện này đã liên kết với {account}.\n\nGửi /help để xem các lệnh.',
  declined: 'OK, không liên kết gì cả.',
  link_gone:
    'Liên kết này không còn dùng được: mỗi liên kết có hiệu lực 10 phút và dùng một lần. Hãy lấy liên kết mới trong Cài đặt → Bảo mật trên Matchpoint.',
  bound_elsewhere: 'Telegram của bạn đã liên kết với một tài khoản Matchpoint khác. Hãy hủy liên kết ở đó trước, trong Cài đặt → Bảo mật.',
  other_bound: 'Tài khoản Matchpoint đó đã liên kết với một Telegram khác. Hãy hủy liên kết đó trước, trong Cài đặt → Bảo mật.',
  disabled: 'Tài khoản Matchpoint này đã bị vô hiệu hóa. Vui lòng liên hệ hỗ trợ.',
  failed: 'Có lỗi xảy ra. Vui lòng thử lại sau một phút.',
  help: '/balance – điểm của bạn\n/bets – dự đoán đang chờ\n/notices – bật hoặc tắt thông báo\n/language – English, 中文, Tiếng Việt\n/unbind – cách hủy liên kết\n\nChúng tôi không bao giờ hỏi mã hay mật khẩu của bạn ở đây.',
  unbind: 'Để hủy liên kết, hãy mở Cài đặt → Bảo mật trên Matchpoint. Chỉ làm được ở đó, nên bạn vẫn an toàn nếu mất điện thoại.',
  balance: 'Bạn có {points, number} điểm ({usdt} USDT).',
  bets: 'Dự đoán đang chờ của bạn:',
  bet: '{home} – {away}\n{when}\n{pick}: {stake, number} điểm',
  more_bets: 'Còn {count, number} dự đoán nữa trên Matchpoint.',
  no_bets: 'Bạn chưa có dự đoán nào đang chờ.',
  draw: 'Hòa',
  notices_on:
    'Đã bật thông báo: bot sẽ nhắn khi dự đoán của bạn có kết quả và những gì bạn đã chọn trên Matchpoint. Mã và cảnh báo bảo mật luôn được gửi.',
  notices_off: 'Đã tắt thông báo. Mã và cảnh báo bảo mật vẫn được gửi.',
  turn_on: 'Bật',
  turn_off: 'Tắt',
  language: 'Bạn muốn dùng ngôn ngữ nào?',
  language_set: 'Đã chọn tiếng Việt. Tin nhắn từ Matchpoint cũng sẽ bằng tiếng Việt.',
  commands: {
    balance: 'Điểm của bạn',
    bets: 'Dự đoán đang chờ',
    notices: 'Bật hoặc tắt thông báo',
    language: 'English, 中文, Tiếng Việt',
    unbind: 'Cách hủy liên kết',
    help: 'Các lệnh',
  },
};
