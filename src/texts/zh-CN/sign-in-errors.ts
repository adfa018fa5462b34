export const signInErrors = {
  account_disabled: '此账号已停用，请联系客服。',
  session_expired: '你已退出登录，请重新登录。',
  oauth_incomplete: '登录未完成，请重试。',
  oauth_already_linked: '该账号已绑定另一个 Matchpoint 账号，或你已绑定了别的账号。请先解绑那一个。',
  telegram_already_bound: '该 Telegram 已绑定另一个 Matchpoint 账号，或你已绑定了别的 Telegram。请先解绑那一个。',
  password_mismatch: '两次输入的密码不一致。',
  agree_required: '请先同意服务条款和隐私政策。',
  invalid_email: '邮箱格式不对，请检查一下。',
  captcha_expired: '验证已过期，正在重试…',
  captcha_failed: '人机验证未通过，请重试。',
} as const;
