import type { Locale } from '#domain/identity/locale.ts';

interface Words {
  chat: string;
  lead: string;
  who: string;
  nothing: string;
  message: string;
  send: string;
  refresh: string;
  outbox: string;
  telegram: string;
  google: string;
  asks: string;
  cancel: string;
}

/** What the demo's pages of Telegram and Google say. */
export const ELSEWHERE_WORDS: Record<Locale, Words> = {
  en: {
    chat: 'Chat with the bot',
    lead: 'The demo plays Telegram itself: this is the site’s real bot, and the people are invented. Send it /start and the code that the site shows, or /help.',
    who: 'You are',
    nothing: 'No messages yet',
    message: 'Message',
    send: 'Send',
    refresh: 'Look for answers',
    outbox: 'Back to the outbox',
    telegram: 'Sign in with Telegram',
    google: 'Sign in with Google',
    asks: 'The demo plays this service itself. Choose who signs in to {site}:',
    cancel: 'Cancel',
  },
  'zh-CN': {
    chat: '与机器人聊天',
    lead: '演示版自己扮演 Telegram：这是本站真正的机器人，人物是虚构的。发送 /start 加上网站显示的代码，或发送 /help。',
    who: '你的身份',
    nothing: '还没有消息',
    message: '消息',
    send: '发送',
    refresh: '查看回复',
    outbox: '返回发件箱',
    telegram: '使用 Telegram 登录',
    google: '使用 Google 登录',
    asks: '演示版自己扮演这项服务。请选择由谁登录 {site}：',
    cancel: '取消',
  },
  vi: {
    chat: 'Trò chuyện với bot',
    lead: 'Bản demo tự đóng vai Telegram: đây là bot thật của trang, còn người dùng là hư cấu. Hãy gửi /start kèm mã mà trang hiển thị, hoặc /help.',
    who: 'Bạn là',
    nothing: 'Chưa có tin nhắn',
    message: 'Tin nhắn',
    send: 'Gửi',
    refresh: 'Xem trả lời',
    outbox: 'Về hộp thư đi',
    telegram: 'Đăng nhập bằng Telegram',
    google: 'Đăng nhập bằng Google',
    asks: 'Bản demo tự đóng vai dịch vụ này. Hãy chọn người đăng nhập vào {site}:',
    cancel: 'Hủy',
  },
};
