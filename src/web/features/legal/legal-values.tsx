import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LegalFacts } from '#contract/legal.ts';
import { useLocale } from '#web/i18n/texts-provider.tsx';

/** Tags of the messages, and where they lead. */
const LINKS = {
  limits: '/settings/limits',
  notifications: '/settings/notifications',
  profile: '/settings/profile',
  security: '/settings/security',
  league: '/forecast-league',
  responsible: '/responsible-play',
} as const;

const linkTo = (to: string) => (words: ReactNode) => (
  <Link to={to} className="font-semibold underline underline-offset-2">
    {words}
  </Link>
);

const TAGS = Object.fromEntries(Object.entries(LINKS).map(([tag, to]) => [tag, linkTo(to)]));

/** Returns every argument of the legal messages, with countries and lists written in the reader's language. */
export function useLegalValues(facts: LegalFacts): Record<string, unknown> {
  const locale = useLocale();
  const { numbers, services, operator, stake_blocked, redeem_blocked } = facts;
  const list = new Intl.ListFormat(locale);
  const countries = (codes: readonly string[]) => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return list.format(codes.map((code) => names.of(code) ?? code));
  };
  const yes = (isOn: boolean) => (isOn ? 'yes' : 'no');
  return {
    ...TAGS,
    ...numbers,
    play_through: facts.play_through ? 'on' : 'off',
    stake_blocked_count: stake_blocked.length,
    stake_blocked: countries(stake_blocked),
    redeem_blocked_count: redeem_blocked.length,
    redeem_blocked: countries(redeem_blocked),
    has_services: yes(operator.services !== null),
    services: operator.services ?? '',
    mail: yes(services.mail),
    sms: yes(services.sms),
    telegram: yes(services.telegram),
    google: yes(services.google),
    geo: list.format([...new Set(facts.geo_hosts)]),
  };
}

/** Whether a message came out empty: it says something for some settings only. */
export const isBlank = (written: ReactNode): boolean => written === '' || (Array.isArray(written) && written.every(isBlank));
