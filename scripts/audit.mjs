// `npm run audit` asks the registry for known faults of what is shipped; fails on grave ones. A registry that answers no such questions is told of.
import { spawnSync } from 'node:child_process';
import { root } from './setup.mjs';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const report = read(stdout);
if (!report?.metadata?.vulnerabilities) {
  console.log(`This registry answers no audits (${report?.message?.split(' - ')[0] ?? 'no answer'}): nothing is known of faults.`);
  process.exit(0);
}
const { high, critical, total } = report.metadata.vulnerabilities;
const grave = Object.values(report.vulnerabilities).filter(({ severity }) => severity === 'high' || severity === 'critical');
for (const { name, severity, range } of grave) console.error(`${name} ${range}: ${severity}`);
console.log(`${total} known faults in what is shipped, ${high + critical} of them grave.`);
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
