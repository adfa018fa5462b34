import type { HelpLineList } from './help-lines.ts';

/** As in europe.ts. */
const checked = '2026-11-25';

export const AFRICA: HelpLineList['countries'] = {
  KE: [
    {
      name: 'NACADA',
      phone: '1192',
      url: 'https://nacada.go.ke/',
      is_general: true,
      languages: ['en', 'sw'],
      source: 'https://nacada.go.ke/',
      checked,
    },
  ],
  NG: [{ name: 'Gamble Alert', url: 'https://gamblealert.org/', languages: ['en'], source: 'https://gamblealert.org/', checked }],
  ZA: [
    {
      name: 'National Responsible Gambling Programme',
      phone: '0800 006 008',
      url: 'https://www.responsiblegambling.org.za/',
      languages: ['en'],
      source: 'https://www.responsiblegambling.org.za/',
      checked,
    },
  ],
};

export const AMERICAS: HelpLineList['countries'] = {
  AR: [
    {
      name: 'Prevención y Asistencia al Juego Compulsivo (Provincia de Buenos Aires)',
      phone: '0800-444-4000',
      url: 'https://www.loteria.gba.gov.ar/',
      hours: 'always',
      languages: ['es'],
      source: 'https://www.loteria.gba.gov.ar/',
      checked,
    },
  ],
  BR: [
    {
      name: 'Jogadores Anônimos',
      url: 'https://jogadoresanonimos.com.br/',
      languages: ['pt'],
      source: 'https://jogadoresanonimos.com.br/',
      checked,
    },
    {
      name: 'CVV',
      phone: '188',
      url: 'https://cvv.org.br/',
      is_general: true,
      hours: 'always',
      languages: ['pt'],
      source: 'https://cvv.org.br/',
      checked,
    },
  ],
  CA: [
    {
      name: 'ConnexOntario (Ontario)',
      phone: '1-866-531-2600',
      url: 'https://connexontario.ca/',
      hours: 'always',
      languages: ['en', 'fr'],
      source: 'https://connexontario.ca/',
      checked,
    },
    {
      name: 'Responsible Gambling Council',
      url: 'https://responsiblegambling.org/',
      languages: ['en', 'fr'],
      source: 'https://responsiblegambling.org/',
      checked,
    },
  ],
  MX: [
    {
      name: 'Línea de la Vida',
      phone: '800 911 2000',
      url: 'https://www.gob.mx/salud/conadic',
      is_general: true,
      hours: 'always',
      languages: ['es'],
      source: 'https://www.gob.mx/salud/conadic',
      checked,
    },
  ],
  US: [
    {
      name: 'National Problem Gambling Helpline (1-800-MY-RESET)',
      phone: '1-800-697-3738',
      url: 'https://www.ncpgambling.org/',
      hours: 'always',
      languages: ['en'],
      source: 'https://completeigaming.com/national-council-on-problem-gambling-promotes-new-us-gambling-helpline-number',
      checked,
    },
  ],
};
