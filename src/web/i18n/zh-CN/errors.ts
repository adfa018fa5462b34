import type { errors as en } from '#web/i18n/en/errors.ts';
import type { Translation } from '#web/i18n/translation.ts';

export const errors: Translation<typeof en> = {
  network: '无法连接 Matchpoint，请检查网络后重试。',
  timeout: 'Matchpoint 响应时间过长，请重试。',
  request_failed: '请求失败，请重试。',
  login_failed: '登录失败，请重试。',
  registration_failed: '注册失败，请重试。',
  refresh_failed: '暂时无法续期登录状态。您仍处于登录状态，请重试。',
  token_missing: '服务器的回复中缺少登录凭证，请重试。',
  reset_failed: '密码重置失败，请重试。',
  captcha_failed: '人机验证失败，请重试。',
  captcha_insecure: '人机验证需要安全连接，请通过 https 打开本站。',
  invalid_reply: '无法识别服务器的回复，请刷新页面。',
};
