import type { MessageWords } from './words.ts';

export const vi: MessageWords = {
  kinds: {
    confirm_email: {
      subject: '{code} là mã Matchpoint của bạn',
      title: 'Xác nhận địa chỉ email',
      lead: 'Nhập mã này trên Matchpoint để xác nhận địa chỉ email là của bạn.',
      short: 'Matchpoint: {code} là mã xác nhận địa chỉ của bạn, dùng được trong {minutes} phút. Chúng tôi không bao giờ hỏi bạn mã này.',
    },
    reset_password: {
      subject: 'Mã để đặt lại mật khẩu Matchpoint',
      title: 'Đặt mật khẩu mới',
      lead: 'Nhập mã này trên Matchpoint để đặt mật khẩu mới.',
      short: 'Matchpoint: {code} là mã đặt mật khẩu mới, dùng được trong {minutes} phút. Chúng tôi không bao giờ hỏi bạn mã này.',
    },
    step_up: {
      subject: 'Mã bảo mật Matchpoint của bạn',
      title: 'Xác nhận đây là bạn',
      lead: 'Có người đang đăng nhập tài khoản của bạn và muốn thay đổi thông tin quan trọng. Nếu đó là bạn, hãy nhập mã này trên Matchpoint.',
      short:
        'Matchpoint: {code} là mã xác nhận thay đổi tài khoản, dùng được trong {minutes} phút. Chúng tôi không bao giờ hỏi bạn mã này.',
    },
    password_changed: {
      subject: 'Mật khẩu Matchpoint của bạn đã được đổi',
      title: 'Mật khẩu của bạn đã được đổi',
      lead: 'Các thiết bị khác của bạn đã bị đăng xuất.',
      short: 'Matchpoint: mật khẩu của bạn đã được đổi vào {when} ({from}). Không phải bạn? {link}',
    },
    password_reset: {
      subject: 'Mật khẩu Matchpoint của bạn đã được đặt lại',
      title: 'Mật khẩu của bạn đã được đặt lại',
      lead: 'Mật khẩu mới đã được đặt bằng mã chúng tôi gửi, và mọi thiết bị đã bị đăng xuất.',
      short: 'Matchpoint: mật khẩu của bạn đã được đặt lại vào {when} ({from}). Không phải bạn? {link}',
    },
    email_changed: {
      subject: 'Email của tài khoản Matchpoint đã được đổi',
      title: 'Địa chỉ email của bạn đã được đổi',
      lead: 'Tài khoản của bạn giờ dùng một địa chỉ email khác. Từ nay, mã và thông báo sẽ được gửi tới đó.',
      short: 'Matchpoint: email của tài khoản bạn đã được đổi vào {when} ({from}). Không phải bạn? {link}',
    },
  },
  code_valid: 'Mã dùng được trong {minutes} phút và chỉ dùng một lần.',
  code_secret: 'Không ai ở Matchpoint hỏi bạn mã này. Đừng đưa mã cho bất kỳ ai.',
  code_not_asked: 'Bạn không yêu cầu mã? Bạn không cần làm gì: không có mã thì không có gì thay đổi.',
  step_up_not_asked: 'Không phải bạn? Vậy có người khác đang đăng nhập tài khoản của bạn: hãy đổi mật khẩu và đăng xuất các thiết bị khác.',
  when: 'Thời gian',
  device: 'Thiết bị',
  country: 'Quốc gia',
  device_on: '{browser} trên {system}',
  unknown_device: 'Thiết bị không rõ',
  unknown_country: 'Không rõ',
  from: '{device} – {country}',
  was_me: 'Nếu đó là bạn, bạn không cần làm gì.',
  was_not_me: 'Nếu không phải bạn, hãy bảo vệ tài khoản ngay: mọi thiết bị sẽ bị đăng xuất và việc rút tiền sẽ tạm dừng.',
  not_me: 'Không phải tôi',
  link_in_full: 'Nếu nút không hoạt động, hãy mở địa chỉ này trong trình duyệt:',
  automatic: 'Matchpoint gửi tin này tự động. Vui lòng không trả lời.',
};
