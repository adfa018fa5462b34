import type { HelpLineList } from './help-lines.ts';

/*
 * How these were checked: docs/decisions/060. A number is here only if independent pages agree on it; where none was found, or they differ,
 * there is only the organisation's own page, which has the number of today.
 */
const checked = '2026-11-25';

export const EUROPE: HelpLineList['countries'] = {
  AT: [
    {
      name: 'Spielsuchthilfe',
      phone: '01 544 13 57',
      url: 'https://www.spielsuchthilfe.at/',
      languages: ['de'],
      source: 'https://www.spielsuchthilfe.at/zahlen_und_fakten.html',
      checked,
    },
  ],
  BE: [
    {
      name: 'Gokhulp',
      phone: '0800 35 777',
      url: 'https://www.gokhulp.be/',
      languages: ['nl'],
      source: 'https://www.hln.be/de-krant/370-000-belgen-mogen-niet-gokken~a0b44ef5/',
      checked,
    },
    {
      name: 'Aide aux joueurs',
      url: 'https://www.aide-aux-joueurs.be/',
      languages: ['fr'],
      source: 'https://www.aide-aux-joueurs.be/',
      checked,
    },
  ],
  CH: [
    {
      name: 'SOS Spielsucht',
      phone: '0800 040 080',
      url: 'https://www.sos-spielsucht.ch/',
      hours: 'always',
      languages: ['de'],
      source: 'https://perspektive-tg.ch/gluecksspiele-koennen-abhaengig-machen-auch-online/',
      checked,
    },
    {
      name: 'SOS Jeu',
      url: 'https://www.sos-jeu.ch/',
      languages: ['fr'],
      source: 'https://www.sos-jeu.ch/',
      checked,
    },
  ],
  DE: [
    {
      name: 'Check dein Spiel (BIÖG)',
      phone: '0800 1 37 27 00',
      url: 'https://www.check-dein-spiel.de/',
      languages: ['de'],
      source:
        'https://gluecksspiel-behoerde.de/de/news/324-ggl-begruesst-weiter-finanzierung-der-bzga-gluecksspielsucht-hotline-durch-gluecksspielindustrie',
      checked,
    },
  ],
  DK: [
    {
      name: 'StopSpillet',
      phone: '70 22 28 25',
      url: 'https://www.stopspillet.dk/',
      languages: ['da'],
      source: 'https://www.stopspillet.dk/',
      checked,
    },
  ],
  ES: [{ name: 'FEJAR', phone: '900 200 225', url: 'https://fejar.org/', languages: ['es'], source: 'https://fejar.org/', checked }],
  FI: [
    {
      name: 'Peluuri',
      phone: '0800 100 101',
      url: 'https://www.peluuri.fi/',
      languages: ['fi', 'sv'],
      source: 'https://www.peluuri.fi/',
      checked,
    },
  ],
  FR: [
    {
      name: 'Joueurs Info Service',
      phone: '09 74 75 13 13',
      url: 'https://www.joueurs-info-service.fr/',
      hours: { from: '08:00', to: '02:00' },
      languages: ['fr'],
      source: 'https://www.joueurs-info-service.fr/',
      checked,
    },
  ],
  GB: [
    {
      name: 'National Gambling Helpline (GamCare)',
      phone: '0808 8020 133',
      url: 'https://www.gamcare.org.uk/',
      hours: 'always',
      languages: ['en'],
      source: 'https://www.gamcare.org.uk/',
      checked,
    },
  ],
  IE: [
    {
      name: 'Gambling Awareness Trust',
      url: 'https://gamblingcare.ie/',
      languages: ['en'],
      source: 'https://gamblingcare.ie/2022/06/29/nationwide-counselling-service-launched-to-help-harmful-gambling/',
      checked,
    },
    {
      name: 'Problem Gambling Ireland',
      url: 'https://www.problemgambling.ie/',
      languages: ['en'],
      source: 'https://www.problemgambling.ie/',
      checked,
    },
  ],
  IT: [
    {
      name: 'Telefono Verde Nazionale Gioco d’Azzardo (ISS)',
      phone: '800 558822',
      url: 'https://www.iss.it/',
      languages: ['it'],
      source: 'https://www.iss.it/',
      checked,
    },
  ],
  NL: [
    {
      name: 'Loket Kansspel',
      url: 'https://www.loketkansspel.nl/',
      languages: ['nl'],
      source: 'https://www.loketkansspel.nl/',
      checked,
    },
  ],
  NO: [
    {
      name: 'Hjelpelinjen',
      url: 'https://hjelpelinjen.no/',
      languages: ['nb'],
      source: 'https://hjelpelinjen.no/aktuelt/bla-kors-tar-over-drifta-av-hjelpelinjen/',
      checked,
    },
  ],
  PL: [
    {
      name: 'Telefon Zaufania „Uzależnienia behawioralne”',
      phone: '801 889 880',
      url: 'https://uzaleznieniabehawioralne.pl/',
      languages: ['pl'],
      source: 'https://uzaleznieniabehawioralne.pl/',
      checked,
    },
  ],
  PT: [
    {
      name: 'Linha Vida',
      phone: '1414',
      url: 'https://jogoresponsavel.pt/',
      languages: ['pt'],
      source: 'https://jogoresponsavel.pt/',
      checked,
    },
  ],
  SE: [
    {
      name: 'Stödlinjen',
      phone: '020-81 91 00',
      url: 'https://www.stodlinjen.se/',
      languages: ['sv'],
      source: 'https://www.psykiatriforskning.se/om-cpf/cpf-arsrapporter/2022/artikel/stodlinjen/',
      checked,
    },
  ],
};
