import { describe, expect, it } from 'vitest';
import { automationsPage } from '../../../../demo/service/dashboard/pages/automations.ts';
import { webhooksPage } from '../../../../demo/service/dashboard/pages/automation.ts';
import { campaignsPage } from '../../../../demo/service/dashboard/pages/campaigns.ts';
import { failuresPage, jobsPage } from '../../../../demo/service/dashboard/pages/jobs.ts';
import { machineUsersPage } from '../../../../demo/service/dashboard/pages/machine-users.ts';
import { membersPage } from '../../../../demo/service/dashboard/pages/members.ts';
import { signingKeysPage } from '../../../../demo/service/dashboard/pages/signing-keys.ts';
import { tokensPage } from '../../../../demo/service/dashboard/pages/tokens.ts';
import type { Session } from '../../../../demo/service/dashboard/session.ts';

const session = { token: 'session', mayUse: () => true } as unknown as Session;
const now = new Date('2031-01-05T10:00:00Z');
const automations = { automations: [], runs: [], refusal: undefined, mayRun: true };
const jobs = { loads: [], refusal: undefined, mayImport: true, refreshes: true, now };

describe('a page of the dashboard without records', () => {
  it.each([
    ['webhooks', webhooksPage({ status: 200, body: { data: [] } }), ['There is no webhook yet.']],
    ['signing keys', signingKeysPage(session, [], undefined), ['There is no webhook yet.']],
    ['tokens', tokensPage(session, []), ['There is no token yet.']],
    ['machine users', machineUsersPage(session, [], 24), ['There is no machine user yet.']],
    ['members', membersPage('', []), ['There is no member yet.']],
    ['members that are searched', membersPage('Ada', []), ['No member has “Ada” in the name']],
    ['jobs', jobsPage(jobs), ['There is no job yet.']],
    ['failed rows', failuresPage([]), ['No row failed.']],
    ['campaigns', campaignsPage(session, { campaigns: [], total: 0 }, now), ['There is no campaign yet.']],
    [
      'automations',
      automationsPage(session, automations),
      ['There is no automation yet.', 'Nothing has run yet.'],
    ],
  ] as const)('says so, and has no table: %s', async (_, page, sentences) => {
    const markup = String(await page);
    for (const sentence of sentences) expect(markup).toContain(sentence);
    expect(markup).not.toContain('<table');
  });

  it.each([
    ['webhooks that the user may not read', webhooksPage({ status: 403, body: { message: 'Not yours.' } })],
    ['jobs that the user may not read', jobsPage({ ...jobs, refusal: 'Not yours.' })],
  ])('does not say so where they are not known: %s', async (_, page) => {
    const markup = String(await page);
    expect(markup).toContain('Not yours.');
    expect(markup).not.toContain('There is no');
  });
});
