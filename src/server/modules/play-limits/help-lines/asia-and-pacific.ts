import type { HelpLineList } from './help-lines.ts';

/** As in europe.ts. */
const checked = '2026-11-25';

export const ASIA_AND_PACIFIC: HelpLineList['countries'] = {
  AU: [
    {
      name: 'Gambling Help Online',
      phone: '1800 858 858',
      url: 'https://www.gamblinghelponline.org.au/',
      hours: 'always',
      languages: ['en'],
      source: 'https://www.gamblinghelponline.org.au/covid-19-update',
      checked,
    },
  ],
  CN: [
    {
      name: '全国统一心理援助热线',
      phone: '12356',
      is_general: true,
      languages: ['zh-Hans'],
      source: 'https://gs.people.com.cn/BIG5/n2/2024/1227/c183356-41089989.html',
      checked,
    },
  ],
  HK: [
    {
      name: '平和基金戒賭熱線 · Ping Wo Fund',
      phone: '1834 633',
      languages: ['zh-Hant', 'en'],
      source: 'https://www.webnewswire.com/2024/03/24/hong-kong-ping-wo-fund-holds-anti-gambling-get-set-go-carnival-with-photos/',
      checked,
    },
  ],
  IN: [
    {
      name: 'Tele MANAS',
      phone: '14416',
      url: 'https://telemanas.mohfw.gov.in/',
      is_general: true,
      hours: 'always',
      languages: ['en', 'hi'],
      source: 'https://telemanas.mohfw.gov.in/',
      checked,
    },
  ],
  JP: [
    {
      name: 'ギャンブル依存症問題を考える会',
      url: 'https://scga.jp/',
      languages: ['ja'],
      source: 'https://scga.jp/',
      checked,
    },
  ],
  KR: [
    {
      name: '한국도박문제예방치유원',
      phone: '1336',
      url: 'https://www.kcgp.or.kr/',
      languages: ['ko'],
      source: 'https://www.kcgp.or.kr/',
      checked,
    },
  ],
  MY: [
    {
      name: 'Befrienders',
      phone: '03-7627 2929',
      url: 'https://www.befrienders.org.my/',
      is_general: true,
      hours: 'always',
      languages: ['en', 'ms'],
      source: 'https://www.befrienders.org.my/',
      checked,
    },
  ],
  NZ: [
    {
      name: 'Gambling Helpline',
      phone: '0800 654 655',
      url: 'https://www.gamblinghelpline.co.nz/',
      hours: 'always',
      languages: ['en'],
      source: 'https://www.gamblinghelpline.co.nz/',
      checked,
    },
  ],
  PH: [
    {
      name: 'NCMH Crisis Hotline',
      phone: '1553',
      url: 'https://ncmh.gov.ph/',
      is_general: true,
      hours: 'always',
      languages: ['en', 'fil'],
      source: 'https://ncmh.gov.ph/',
      checked,
    },
  ],
  SG: [
    {
      name: 'National Problem Gambling Helpline',
      phone: '1800-6-668-668',
      url: 'https://www.ncpg.org.sg/',
      languages: ['en'],
      source: 'https://www.ncpg.org.sg/',
      checked,
    },
  ],
  TH: [
    {
      name: 'สายด่วนสุขภาพจิต',
      phone: '1323',
      url: 'https://dmh.go.th/',
      is_general: true,
      hours: 'always',
      languages: ['th'],
      source: 'https://dmh.go.th/',
      checked,
    },
  ],
  TW: [
    {
      name: '安心專線',
      phone: '1925',
      is_general: true,
      hours: 'always',
      languages: ['zh-Hant'],
      source: 'https://www.mohw.gov.tw/',
      checked,
    },
  ],
  VN: [
    {
      name: 'Gambling Therapy (tiếng Việt)',
      url: 'https://www.gamblingtherapy.org/vi/',
      languages: ['vi'],
      source: 'https://www.gamblingtherapy.org/vi/',
      checked,
    },
    {
      name: 'Đường dây nóng Ngày Mai',
      phone: '096 306 1414',
      url: 'https://duongdaynongngaymai.vn/',
      is_general: true,
      languages: ['vi'],
      source: 'https://duongdaynongngaymai.vn/hotline/',
      checked,
    },
  ],
};
