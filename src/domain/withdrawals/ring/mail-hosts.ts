/** Hosts at which anybody gets a mailbox. Others are rare or common by how many accounts have them; of these it is known while a site is young. */
const FOR_EVERYBODY = new Set([
  ...['gmail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'ymail.com', 'aol.com', 'icloud.com', 'proton.me'],
  ...['fastmail.com', 'zoho.com', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'mail.com', 'mail.ru', 'yandex.com', 'yandex.ru', 'naver.com'],
  ...['qq.com', 'foxmail.com', '163.com', '126.com', 'yeah.net', 'sina.com', 'sina.cn', 'sohu.com', 'aliyun.com', '139.com', '189.cn'],
  ...[
    'yahoo.com.vn',
    'yahoo.co.uk',
    'yahoo.co.jp',
    'yahoo.fr',
    'yahoo.de',
    'hotmail.co.uk',
    'hotmail.fr',
    'orange.fr',
    'free.fr',
    'laposte.net',
  ],
  // Nobody's (RFC 2606): mailboxes there are made up, as the demo's are.
  ...['example.com', 'matchpoint.example'],
]);

/** Whether a mail host (as in the identity of an address) says nothing about who shares it. */
export const saysNothing = (host: string): boolean => FOR_EVERYBODY.has(host);
