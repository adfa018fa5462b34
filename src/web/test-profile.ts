import { makeOverview } from './test-accounts.ts';

export type ProfileParts = NonNullable<NonNullable<Parameters<typeof makeOverview>[0]>['profile']>;

/** As much of a test's server as is needed here. */
interface Answering {
  on: (call: string, answer: (request: { body: string }) => { json: unknown }) => void;
}

/** Serves an account that is what it was given as, and becomes what every change that is sent makes of it. */
export function serveProfile(server: Answering, profile: ProfileParts = {}): void {
  let now = makeOverview({ profile }).profile;
  server.on('GET /api/account/overview', () => ({ json: makeOverview({ profile: now }) }));
  server.on('PATCH /api/account/profile', ({ body }) => {
    const changes = JSON.parse(body);
    now = { ...now, ...changes, display_name: changes.display_name ?? now.display_name };
    return { json: { profile: now } };
  });
}

/** What the server answers where it refuses something. */
export const refusal = (status: number, code: string, params: object = {}) => ({
  status,
  json: { code, detail: 'What the server says.', params },
});
