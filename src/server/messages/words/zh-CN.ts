import type { MessageWords } from './words.ts';

export const zhCN: MessageWords = {
  kinds: {
    confirm_email: {
      subject: '{code} 是您的 Matchpoint 验证码',
      title: '确认您的邮箱地址',
      lead: '请在 Matchpoint 输入此验证码，以确认这个邮箱属于您。',
      short: 'Matchpoint：{code} 用于确认您的地址，{minutes} 分钟内有效。我们绝不会向您索要验证码。',
    },
    reset_password: {
      subject: '用于重设 Matchpoint 密码的验证码',
      title: '设置新密码',
      lead: '请在 Matchpoint 输入此验证码，以设置新密码。',
      short: 'Matchpoint：{code} 用于设置新密码，{minutes} 分钟内有效。我们绝不会向您索要验证码。',
    },
    step_up: {
      subject: '您的 Matchpoint 安全验证码',
      title: '确认是您本人',
      lead: '有人已登录您的账户，并想更改重要信息。如果是您本人，请在 Matchpoint 输入此验证码。',
      short: 'Matchpoint：{code} 用于确认账户变更，{minutes} 分钟内有效。我们绝不会向您索要验证码。',
    },
    password_changed: {
      subject: '您的 Matchpoint 密码已更改',
      title: '您的密码已更改',
      lead: '您的其他设备已退出登录。',
      short: 'Matchpoint：您的密码已于 {when} 更改（{from}）。不是您本人？{link}',
    },
    password_reset: {
      subject: '您的 Matchpoint 密码已重设',
      title: '您的密码已重设',
      lead: '有人用我们发送的验证码设置了新密码，所有设备均已退出登录。',
      short: 'Matchpoint：您的密码已于 {when} 重设（{from}）。不是您本人？{link}',
    },
    email_changed: {
      subject: '您的 Matchpoint 账户邮箱已更改',
      title: '您的邮箱地址已更改',
      lead: '您的账户现在使用另一个邮箱地址，今后的验证码和通知都会发送到那里。',
      short: 'Matchpoint：您的账户邮箱已于 {when} 更改（{from}）。不是您本人？{link}',
    },
  },
  code_valid: '验证码在 {minutes} 分钟内有效，且只能使用一次。',
  code_secret: 'Matchpoint 的工作人员绝不会向您索要此验证码，请勿告诉任何人。',
  code_not_asked: '不是您申请的？无需任何操作：没有验证码，什么都不会改变。',
  step_up_not_asked: '不是您本人？那么有他人登录了您的账户：请更改密码，并让其他设备退出登录。',
  when: '时间',
  device: '设备',
  country: '国家或地区',
  device_on: '{system} 上的 {browser}',
  unknown_device: '未知设备',
  unknown_country: '未知',
  from: '{device}，{country}',
  was_me: '如果是您本人操作，则无需理会。',
  was_not_me: '如果不是您本人，请立即保护账户：所有设备都会退出登录，提现也会暂停。',
  not_me: '这不是我本人操作',
  link_in_full: '如果按钮无法使用，请在浏览器中打开此地址：',
  automatic: '此消息由 Matchpoint 自动发送，请勿回复。',
};
