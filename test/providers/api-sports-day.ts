import { type ApiSportsServer, startApiSportsServer } from '#test/support/api-sports-server.ts';
import { type PolledDay, playPolledDay } from './polled-day.ts';
import type { Fault } from './provider.ts';
import type { Site } from './site.ts';

/** A service of API-Sports, replaced by a local server. */
export interface ApiSportsDay extends Pick<PolledDay<ApiSportsServer>, 'answerAs' | 'create'> {
  hasPages: boolean;
}

const ALLOWANCE = { perDay: 70, perMinute: 30 };
/** The day of the match and the day after. */
const DAYS = 2;

export function playService({ hasPages, ...day }: ApiSportsDay, site: Site, fault: Fault): Promise<void> {
  const start = () => startApiSportsServer({ hasPages });
  return playPolledDay({ ...day, start, followed: ['39', '40'], allowance: ALLOWANCE, askedMax: DAYS * ALLOWANCE.perDay }, site, fault);
}
