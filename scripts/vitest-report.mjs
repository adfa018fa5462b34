import { writeFileSync } from 'node:fs';

/**
 * Writes the number of tests and the failures for `npm test`, because failures are hard to find in a log of some thousand lines.
 * Unlike vitest's own JSON it includes failures outside of tests. VITEST_REPORT names the file.
 */
export default class VitestReport {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly import('vitest').SerializedError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failed: 0, skipped: 0, failures: unhandled.map((error) => `outside of tests: ${messageOf(error)}`) };
    for (const module of modules) {
      report.failures.push(...module.errors().map((error) => `${module.relativeModuleId}: ${messageOf(error)}`));
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed' || state === 'failed') report[state]++;
        else report.skipped++;
        if (state === 'failed') report.failures.push(`${module.relativeModuleId} › ${test.fullName}: ${errors.map(messageOf).join('; ')}`);
      }
    }
    writeFileSync(process.env.VITEST_REPORT ?? '', JSON.stringify(report));
  }
}

/** @param {{ message: string, diff?: string }} error */
const messageOf = ({ message, diff }) => (diff ? `${message}\n${diff}` : message);
