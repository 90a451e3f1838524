import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as endpoints from '../../src/services/contract/endpoints/index.ts';
import type { ListedEndpoint } from '../../src/services/contract/endpoint.ts';
import { createClient, type Client } from '../../src/client/index.ts';
import { countOf } from '../support/counts.ts';
import { agreeing } from './service/agreeing.ts';
import type { Dialect } from './service/dialect.ts';
import { decidedFields, generate, KINDS } from './service/generated.ts';
import { startTenant, type Tenant } from './service/start.ts';
import type { TenantFile } from '../../src/services/transport/tenant/tenant-file.ts';

// Services that nobody wrote: each seed has other paths, names, places, units, words, statuses and pages. With the file that describes
// it, each answers what the control answers.

/** What a page reads of a customer, by operation id. */
const READS = [
  'profiles.show',
  'profiles.identities.index',
  'profiles.balances.show',
  'profiles.ledgers.index',
  'tiers.definitions.index',
  'profiles.tier.show',
  'rewards.definitions.index',
  'profiles.rewards.index',
  'profiles.benefits.index',
  'profiles.benefits.claimable',
  'profiles.credits.index',
  'profiles.achievements.index',
  'profiles.attributes.dates.index',
  'profiles.transactions.claims.index',
  'profiles.lists.index',
] as const;

const ENDPOINTS = new Map((Object.values(endpoints) as ListedEndpoint[]).map((one) => [one.id, one]));

const SEEDS = countOf('GENERATED_CLIENTS', { share: 20, full: 200 });

const NOW = new Date('2026-11-26T12:00:00.000Z');

async function readAll(dialect: Dialect, tenantFile?: TenantFile): Promise<Record<string, unknown>> {
  const tenant: Tenant = await startTenant(dialect, { requestsPerMinute: Infinity, now: () => NOW });
  try {
    const client: Client = createClient({
      baseUrl: tenant.baseUrl,
      token: tenant.apiToken,
      ...(tenantFile && { tenantFile }),
    });
    const profile = String(tenant.world.member('1001').id);
    const answers: Record<string, unknown> = {};
    for (const id of READS) {
      const reply = (await client.operation(id)({ profile, id: profile } as never)) as { data: unknown };
      if (!Array.isArray(reply.data)) {
        answers[id] = reply.data;
        continue;
      }
      const records: unknown[] = [];
      for await (const one of client.all(ENDPOINTS.get(id) as never, { profile, id: profile } as never))
        records.push(one);
      answers[id] = records;
    }
    return answers;
  } finally {
    await tenant.stop();
  }
}

const decided = (id: string, data: unknown): unknown =>
  Array.isArray(data)
    ? data.map((one) => decidedFields(KINDS.get(id)!, one))
    : decidedFields(KINDS.get(id)!, data);

describe('a service of any seed with the file that describes it', () => {
  test('answers what the control answers', async () => {
    const control = await readAll(agreeing);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const { dialect, tenantFile } = generate(seed);
        const own = await readAll(dialect, tenantFile);
        for (const id of READS) expect(decided(id, own[id]), id).toEqual(decided(id, control[id]));
      }),
      { numRuns: SEEDS, endOnFailure: true },
    );
  });
});
