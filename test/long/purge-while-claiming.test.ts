import { afterAll, beforeAll, expect, it } from 'vitest';
import { countOf, report } from '../support/long-counts.ts';
import { claimsMeetPurges } from '../support/service-claims-meet.ts';
import { openService, type OpenService } from '../support/service-open.ts';

// LONG_PURGES profiles are purged, and as many merged, each while LONG_CLAIMS claims of theirs are under way.
const PURGES = countOf('LONG_PURGES', 100);
const CLAIMS = countOf('LONG_CLAIMS', 50);

let service: OpenService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.drop());

it('purging and merging profiles that claim at the same time answer no 500', async () => {
  const { claimed, ended } = await claimsMeetPurges(service, { rounds: PURGES, claims: CLAIMS });
  report(`claims: ${JSON.stringify(claimed)}`);
  report(`purges and merges: ${JSON.stringify(ended)}`);
  expect(service.errors).toEqual([]);
  expect(Object.keys({ ...claimed, ...ended }).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(ended).toEqual({ 200: PURGES, 204: PURGES });
});
