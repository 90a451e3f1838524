import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects in the order of their longest files: a long file that starts last would run alone, beside idle processors. */
const PROJECTS = ['built', 'outside', 'service', 'unit'];

/** Runs slow projects first. Within a project, vitest runs the files first that took longest before, or those with most bytes. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const placeOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name);
    return sorted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
