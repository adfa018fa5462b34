import { SHARED_SITE, startSite } from './site.ts';

/** Starts the site shared by the tests of all workers. Returns a function that stops it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls what this file exports.
export default async function startSharedSite(): Promise<() => Promise<void>> {
  const { site, stop } = await startSite({});
  process.env[SHARED_SITE] = JSON.stringify(site);
  return stop;
}
