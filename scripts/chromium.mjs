import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './setup.mjs';

/** Debian's Chromium without windows of its own: a page takes a third less processor time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** Returns this machine's Chromium, or installs one from the system's packages if permitted. Otherwise prints advice and returns null. */
export async function findOrInstallChromium() {
  const found = findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (existsSync('/usr/bin/apt-get') && (isRoot || process.env.INSTALL_SYSTEM === '1')) {
    console.log('Installing Chromium ...');
    const asRoot = isRoot ? [] : ['sudo', '-n'];
    await run([...asRoot, 'apt-get', 'update', '-q']);
    await run([...asRoot, 'apt-get', 'install', '-q', '-y', '--no-install-recommends', HEADLESS_SHELL], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
    const installed = findChromium();
    if (installed) return installed;
  }
  console.error(
    'The end-to-end tests need Chromium or Chrome: install one (Debian: apt install chromium-headless-shell), or name it in CHROMIUM_PATH.',
  );
  return null;
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...inPath, ...PLACES].find(existsSync) ?? null;
}
