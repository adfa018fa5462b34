import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs long files first, so that no worker works alone at the end: by the durations of the last run, and in a fresh clone by size. The tests
 * of faults are small files that take long, and come first in any case.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((one) => one.project === project);
      return [...own.filter(isOfFaults), ...own.filter((one) => !isOfFaults(one))];
    });
  }
}

const isOfFaults = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/faults/');
