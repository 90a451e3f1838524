import { invalid } from '../../api/problem.ts';
import { ownTriggers } from './publish.ts';

/** The name of an event of one's own. Throws 422 for a name that only the service gives: nobody fakes a claim. */
export function checkName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw invalid({ name: ['The name field is required.'] });
  if ((ownTriggers as readonly string[]).includes(name) || name.startsWith('extension.')) {
    throw invalid({ name: ['Events of this name are raised by the service itself.'] });
  }
  return name;
}
