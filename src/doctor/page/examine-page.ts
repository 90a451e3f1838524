import type { Fetch } from '../../services/transport/http.ts';
import type { PageOptions } from '../options.ts';
import { wrong } from '../checks.ts';
import type { Report } from '../report.ts';
import { checkCustomer } from './check-customer.ts';
import { checkCost } from './check-cost.ts';
import { checkFiles, type LoadedFile } from './check-files.ts';
import { checkPolicy } from './check-policy.ts';
import { checkTags } from './check-tags.ts';
import { readPage, visitPage } from './visited-page.ts';

/**
 * Looks at a page of the shop as a browser gets it.
 * @throws UsageError where there is no page
 */
export async function examinePage({ address, html, secret }: PageOptions, fetch: Fetch): Promise<Report> {
  const page = address === undefined ? readPage(html!) : await visitPage(address, fetch);
  const files: LoadedFile[] = [];
  const fileChecks = await checkFiles(page, fetch, (file) => files.push(file));
  return {
    subject: page.address ?? html!,
    verdicts: [],
    sections: [
      { title: 'Not read', checks: page.cut === undefined ? [] : [wrong(page.cut)] },
      { title: 'Tags', checks: checkTags(page) },
      { title: 'Customer', checks: checkCustomer(page, secret === undefined ? [] : [secret]) },
      { title: 'Files', checks: fileChecks },
      { title: 'Cost', checks: checkCost(page, files) },
      { title: 'Content Security Policy', checks: checkPolicy(page) },
    ],
    next: [],
  };
}
