// `npm run audit`: asks the registry for known vulnerabilities of shipped packages and fails on severe ones. Reports a registry that does
// not support audits.
import { spawnSync } from 'node:child_process';
import { root } from './setup.mjs';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const report = read(stdout);
if (!report?.metadata?.vulnerabilities) {
  console.log(`this registry does not support audits (${report?.message?.split(' - ')[0] ?? 'no answer'}): vulnerabilities are unknown`);
  process.exit(0);
}
const { high, critical, total } = report.metadata.vulnerabilities;
const grave = Object.values(report.vulnerabilities).filter(({ severity }) => severity === 'high' || severity === 'critical');
for (const { name, severity, range } of grave) console.error(`${name} ${range}: ${severity}`);
console.log(`${total} known vulnerabilities in shipped packages, ${high + critical} of them severe`);
process.exit(high + critical === 0 ? 0 : 1);

/**
 * @param {string} text
 * @returns {any}
 */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
