import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../demo/sample/seeded-random.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { countOf, measured, seedOf } from '../../../support/counts.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';

describe('campaigns', () => {
  let programme: Programme;
  beforeAll(async () => {
    programme = await openProgramme();
    for (const [id, category] of [
      ['lamp', 'Lights'],
      ['mug', 'Cups'],
      ['card', 'Gift cards'],
    ])
      await programme.ask(on.addProduct, { body: { external_id: id, name: id, category } });
  });
  afterEach(async () => {
    for (const { id } of await programme.ask(on.campaigns, { query: '?page[size]=100' })) await remove(id);
    expect(programme.service.errors).toEqual([]);
  });
  afterAll(() => programme.service.drop());

  const add = (body: object) => programme.ask(on.addCampaign, { body: { name: 'Double points', ...body } });
  const edit = (id: number, body: object) =>
    programme.ask(on.editCampaign, { path: { campaign: String(id) }, body });
  const remove = (id: number) =>
    programme.service.call(on.deleteCampaign, { token: programme.machine, path: { campaign: String(id) } });
  const points = async (member: string) => {
    const { available, earned } = await programme.points(member);
    return [available, earned];
  };
  const lamp = { product_id: 'lamp', name: 'Lamp', quantity: 1, price: '60.00' };
  const mug = { product_id: 'mug', name: 'Mug', quantity: 2, price: '20.00' };
  const buy = (member: string, more: object = {}) =>
    programme.buy(100, { profile_id: member, items: [lamp, mug], transacted_at: now(), ...more });
  const now = () => new Date().toISOString();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const estimate = (body: object) => programme.ask(on.estimateIncentives, { body });

  it('are stored, changed and deleted', async () => {
    const { id, ...campaign } = await add({
      multiplier: '2',
      categories: ['Lights'],
      ends_at: '2030-01-01',
      translations: { de: { name: 'Doppelte Punkte' } },
    });
    expect(campaign).toMatchObject({ handle: 'double-points', is_active: true, rounding: 'down' });
    expect(await edit(id, { multiplier: '3' })).toMatchObject({ multiplier: '3', categories: ['Lights'] });
    const read = await programme.ask(on.readCampaign, { path: { campaign: String(id) } });
    expect(read).toMatchObject({ multiplier: '3', ends_at: '2030-01-01T00:00:00.000000Z' });
    expect((await remove(id)).status).toBe(204);
  });

  it.each([
    ['gives nothing', {}, 'multiplier'],
    ['gives both', { multiplier: '2', bonus_points: 5 }, 'bonus_points'],
    ['takes points', { multiplier: '0.5' }, 'multiplier'],
    ['gives as many', { multiplier: '1' }, 'multiplier'],
    ['gives a thousand times', { multiplier: '1000' }, 'multiplier'],
    ['gives no points', { bonus_points: 0 }, 'bonus_points'],
    ['has a bonus and no points for it', { multiplier: '2', bonus_per: 'piece' }, 'bonus_per'],
    ['has an unknown bonus', { bonus_points: 5, bonus_per: 'week' }, 'bonus_per'],
    ['ends before it begins', { multiplier: '2', starts_at: inDays(2), ends_at: inDays(1) }, 'ends_at'],
    ['ends when it begins', { multiplier: '2', starts_at: '2030-01-01', ends_at: '2030-01-01' }, 'ends_at'],
    ['is for an unknown brand', { multiplier: '2', brands: ['nobody'] }, 'brands'],
    ['is for an unknown tier', { multiplier: '2', tier_definition_id: 999_999 }, 'tier_definition_id'],
    [
      'has a product in both lists',
      { multiplier: '2', products: ['lamp'], excluded_products: ['lamp'] },
      'excluded_products',
    ],
    ['has no limit of points', { multiplier: '2', max_points: 0 }, 'max_points'],
    ['has an unknown rounding', { multiplier: '2', rounding: 'sideways' }, 'rounding'],
  ])('are refused with the field where one %s', async (_, body, field) => {
    const { status, body: answer } = await programme.service.call(on.addCampaign, {
      token: programme.machine,
      body: { name: 'Wrong', ...body },
    });
    expect(status).toBe(422);
    expect(Object.keys(answer.errors)).toEqual([field]);
  });

  it('are refused where a change makes one contradict itself', async () => {
    const { id } = await add({ multiplier: '2', starts_at: inDays(1), ends_at: inDays(2) });
    const path = { campaign: String(id) };
    for (const [body, field] of [
      [{ bonus_points: 5 }, 'bonus_points'],
      [{ multiplier: null }, 'multiplier'],
      [{ ends_at: now() }, 'ends_at'],
    ] as const) {
      const { status, body: answer } = await programme.service.call(on.editCampaign, {
        token: programme.machine,
        path,
        body,
      });
      expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
    }
    expect(await edit(id, { multiplier: null, bonus_points: 5 })).toMatchObject({ bonus_points: 5 });
  });

  it('keep the brand and the tier that they name', async () => {
    const brand = await programme.ask(on.addBrand, { body: { name: 'Pine', handle: 'pine' } });
    await programme.ask(on.addProduct, {
      body: { external_id: 'shelf', name: 'Shelf', brand_id: brand.id },
    });
    const { id } = await add({ multiplier: '2', brands: ['pine'] });
    const call = { token: programme.machine, path: { brand: String(brand.id) } };
    expect((await programme.service.call(on.deleteBrand, call)).status).toBe(409);
    const member = await programme.join();
    await buy(member, { items: [lamp, { product_id: 'shelf', quantity: 1, price: '40' }] });
    expect(await points(member)).toEqual([140, 140]);
    await remove(id);
  });

  it('give what the estimate says, and say which gave it and until when', async () => {
    const ends = inDays(3);
    const { id } = await add({
      multiplier: '2',
      categories: ['Lights'],
      ends_at: ends,
      translations: { de: { name: 'Doppelte Punkte' } },
    });
    const member = await programme.join();
    const asked = { profile_id: member, total: 100, currency: 'EUR', items: [lamp, mug] };
    const said = await estimate(asked);
    const campaign = { id, name: 'Double points', multiplier: '2', points: 60 };
    expect(said).toMatchObject({
      points: 160,
      tier_points: 160,
      campaigns: [campaign],
      items: [
        { points: 120, campaigns: [campaign] },
        { points: 40, campaigns: [] },
      ],
    });
    expect(Date.parse(said.campaigns[0].ends_at)).toBe(Date.parse(ends));
    await buy(member);
    expect(await points(member)).toEqual([160, 160]);
    const [entry] = await programme.ledger(member);
    expect(entry).toMatchObject({ value: '160', internal_notes: expect.stringContaining('campaigns: 60') });
  });

  it('say their name in the language of the customer', async () => {
    await add({ multiplier: '2', translations: { de: { name: 'Doppelte Punkte' } } });
    const token = await programme.service.tokenOf('1002');
    const body = { total: 10 };
    const headers = { 'accept-language': 'de' };
    const { body: answer } = await programme.service.call(on.estimateIncentives, { token, body, headers });
    expect(answer.data.campaigns[0].name).toBe('Doppelte Punkte');
    expect(JSON.stringify(answer)).not.toContain('translations');
  });

  it('are hidden from customers', async () => {
    const token = await programme.service.tokenOf('1002');
    const { id } = await add({ multiplier: '2' });
    for (const [endpoint, sent] of [
      [on.campaigns, {}],
      [on.readCampaign, { path: { campaign: String(id) } }],
      [on.addCampaign, { body: { name: 'Mine', multiplier: '100' } }],
      [on.editCampaign, { path: { campaign: String(id) }, body: { multiplier: '100' } }],
      [on.deleteCampaign, { path: { campaign: String(id) } }],
      [on.previewCampaign, { body: { campaign: { name: 'x', multiplier: '2' }, from: '2020-01-01' } }],
    ] as const)
      expect((await programme.service.call(endpoint, { token, ...sent })).status, endpoint.id).toBe(403);
  });

  it('count for a purchase by its moment, and not by that of its arrival', async () => {
    await add({ multiplier: '2', starts_at: '2026-05-01', ends_at: '2026-05-05T00:00:00Z' });
    const member = await programme.join();
    await buy(member, { transacted_at: '2026-05-04T23:59:59Z' });
    expect(await points(member)).toEqual([200, 200]);
    await buy(member, { transacted_at: '2026-05-05T00:00:00Z' });
    expect(await points(member)).toEqual([300, 300]);
  });

  it('do not count after their end for a cart that was filled before', async () => {
    const { id } = await add({ multiplier: '2', ends_at: inDays(1) });
    const member = await programme.join();
    const asked = { profile_id: member, total: 100, items: [lamp, mug] };
    expect((await estimate(asked)).points).toBe(200);
    await edit(id, { ends_at: now() });
    expect(await estimate(asked)).toMatchObject({ points: 100, campaigns: [] });
    await buy(member);
    expect(await points(member)).toEqual([100, 100]);
  });

  it('give back exactly what they gave, whatever became of them', async () => {
    const { id } = await add({ multiplier: '3', categories: ['Lights'], max_points: 101 });
    const member = await programme.join();
    const bought = await buy(member);
    expect(await points(member)).toEqual([201, 201]);
    await edit(id, { multiplier: '100', categories: null, max_points: null });
    const refund = (total: number, items?: object[]) =>
      programme.refund(total, {
        profile_id: member,
        refund_of: bought.external_id,
        items,
        transacted_at: now(),
      });
    // The mugs earned nothing more.
    await refund(40, [mug]);
    expect(await points(member)).toEqual([161, 161]);
    await remove(id);
    await refund(30, [{ ...lamp, price: '30.00' }]);
    expect(await points(member)).toEqual([80, 80]);
    await refund(30);
    expect(await points(member)).toEqual([0, 0]);
  });

  it('give their points also where the refund arrives before the purchase', async () => {
    await add({ multiplier: '2' });
    const member = await programme.join();
    const external_id = 'comes-late';
    await programme.refund(60, { refund_of: external_id, items: [lamp], transacted_at: now() });
    await buy(member, { external_id });
    expect(await points(member)).toEqual([80, 80]);
  });

  it('count what the service knows of a purchase before it was claimed', async () => {
    const { id } = await add({ multiplier: '2' });
    const bought = await programme.buy(100, { items: [lamp, mug] });
    await remove(id);
    await add({ multiplier: '50', max_points_per_profile: 10 });
    const limited = await programme.buy(70, { items: [lamp] });
    const member = await programme.join();
    for (const { receipt_ref, total } of [bought, limited])
      await programme.ask(on.addProfileTransactionClaim, {
        path: { profile: member },
        body: { receipt_ref, total },
      });
    // The limit for a profile could not be kept for a purchase without one.
    expect(await points(member)).toEqual([270, 270]);
  });

  it('give a profile at most their limit, also for purchases that arrive at once', async () => {
    await add({ multiplier: '2', max_points_per_profile: 250 });
    const member = await programme.join();
    await Promise.all(Array.from({ length: 6 }, () => buy(member)));
    expect(await points(member)).toEqual([850, 850]);
  });

  const purchases = countOf('CAMPAIGN_RACE_PURCHASES', { share: 20, full: 200 });
  it('count for each purchase in one version while they are edited', async ({ task }) => {
    const { id } = await add({ multiplier: '2', max_points: 100 });
    const members = await Promise.all(Array.from({ length: purchases }, () => programme.join()));
    let done = false;
    // Either all terms or the other ones: 2 × up to 100, or 5 × up to 7.
    const editing = (async () => {
      for (let at = 0; !done; at++)
        await edit(id, at % 2 ? { multiplier: '2', max_points: 100 } : { multiplier: '5', max_points: 7 });
    })();
    await Promise.all(members.map((member) => buy(member)));
    done = true;
    await editing;
    const seen = await Promise.all(members.map(async (member) => (await points(member))[0]));
    expect(seen.filter((one) => one !== 200 && one !== 107)).toEqual([]);
    measured(task, {
      tried: `${purchases} purchases while a campaign is edited`,
      result: `${seen.filter((one) => one === 200).length} by one version, the others by the other`,
    });
  });

  describe('in a preview', () => {
    const draft = { name: 'Draft', multiplier: '2', categories: ['Lights'] };
    const preview = (body: object) => programme.ask(on.previewCampaign, { body });
    const rowsOf = async () => {
      const { rows } = await sql<{ table: string }>`
        select tablename as table from pg_tables where schemaname = 'public' order by 1`.execute(
        programme.service.db,
      );
      const counts: Record<string, number> = {};
      for (const { table } of rows) {
        const counted = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
          programme.service.db,
        );
        // Every request of staff is audited.
        if (table !== 'audits') counts[table] = counted.rows[0]?.n ?? 0;
      }
      return counts;
    };

    it('say what these purchases would have earned, and store nothing', async () => {
      const member = await programme.join();
      const bought = [await buy(member), await buy(member, { items: [mug] })];
      const external_ids = bought.map(({ external_id }) => external_id);
      const before = await rowsOf();
      const said = await preview({ campaign: { ...draft, starts_at: '2031-01-01' }, external_ids });
      expect(await rowsOf()).toEqual(before);
      expect(said).toMatchObject({ earned: 200, would_earn: 260 });
      expect(said.transactions).toMatchObject([
        { external_id: external_ids[0], profile_id: member, earned: 100, would_earn: 160 },
        { external_id: external_ids[1], earned: 100, would_earn: 100 },
      ]);
      expect(await points(member)).toEqual([200, 200]);
    });

    it('compare with the campaigns that gave points then, or replace one', async () => {
      const { id } = await add({ multiplier: '3' });
      const member = await programme.join();
      const { external_id } = await buy(member);
      const external_ids = [external_id];
      expect(await preview({ campaign: draft, external_ids })).toMatchObject({
        earned: 300,
        would_earn: 300,
      });
      expect(await preview({ campaign: draft, replaces: id, external_ids })).toMatchObject({
        earned: 300,
        would_earn: 160,
      });
    });

    it('keep the limit for a profile over all purchases', async () => {
      const member = await programme.join();
      const external_ids = [(await buy(member)).external_id, (await buy(member)).external_id];
      const campaign = { name: 'Limited', multiplier: '2', max_points_per_profile: 150 };
      expect(await preview({ campaign, external_ids })).toMatchObject({ earned: 200, would_earn: 350 });
    });

    it('take the purchases of a period', async () => {
      const member = await programme.join();
      const { external_id } = await buy(member, { transacted_at: '2019-03-05T10:00:00Z' });
      await buy(member, { transacted_at: '2019-03-06T00:00:00Z' });
      const said = await preview({ campaign: draft, from: '2019-03-05', until: '2019-03-06' });
      expect(said.transactions.map((one: { external_id: string }) => one.external_id)).toEqual([external_id]);
    });

    it('need the right to read purchases beside that to change campaigns', async () => {
      const { external_id } = await buy(await programme.join());
      const body = { campaign: draft, external_ids: [external_id] };
      const asked = async (scope: string) => {
        const token = await programme.service.machineToken(scope);
        return await programme.service.call(on.previewCampaign, { token, body });
      };
      const refused = await asked('configuration.write');
      expect(refused).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('commerce.read') },
      });
      expect(refused.text).not.toContain(external_id);
      expect((await asked('commerce.read')).status).toBe(403);
      expect((await asked('configuration.write commerce.read')).status).toBe(200);
    });

    it.each([
      ['an unknown purchase', { external_ids: ['nowhere'] }, 'external_ids'],
      ['neither purchases nor a period', {}, 'external_ids'],
      ['both', { external_ids: ['a'], from: '2020-01-01' }, 'external_ids'],
      ['more than 100 purchases', { external_ids: Array.from({ length: 101 }, String) }, 'external_ids'],
      ['a campaign that gives nothing', { campaign: { name: 'x' }, from: '2020-01-01' }, 'multiplier'],
    ])('refuse %s', async (_, body, field) => {
      const { status, body: answer } = await programme.service.call(on.previewCampaign, {
        token: programme.machine,
        body: { campaign: draft, ...body },
      });
      expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
    });
  });

  const operations = countOf('TRY_OPERATIONS', { share: 150, full: 10_000 });
  it(`leave ledger and balance equal after ${operations} random operations`, async ({ task }) => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)]!;
    const cents = (most: number) => Math.ceil(random() * most * 100) / 100;
    const members = [await programme.join(), await programme.join()];
    const bought: { id: string; member: string; left: number; items: object[] }[] = [];
    const made: number[] = [];
    let refused = 0;
    const terms = () =>
      pick([
        { multiplier: pick(['1.5', '2', '3']), bonus_points: null, bonus_per: null },
        { multiplier: null, bonus_points: Math.ceil(random() * 50), bonus_per: pick(['piece', 'purchase']) },
      ]);
    const limits = () => ({
      categories: pick([null, ['Lights'], ['Cups']]),
      excluded_categories: pick([null, ['Gift cards']]),
      max_points: pick([null, 20]),
      max_points_per_profile: pick([null, 100]),
      rounding: pick(['down', 'nearest', 'up']),
      is_active: random() < 0.8,
    });
    const actions = [
      async () => made.push((await add({ ...terms(), ...limits() })).id),
      async () => made.length > 0 && (await edit(pick(made), { ...terms(), ...limits() })),
      async () => made.length > 3 && (await remove(made.shift()!)),
      async () => {
        const items = Array.from({ length: Math.floor(random() * 3) }, () => ({
          product_id: pick(['lamp', 'mug', 'card']),
          quantity: pick([1, 2]),
          price: cents(40).toFixed(2),
        }));
        const total = cents(90);
        const member = pick(members);
        const { external_id: id } = await buy(member, { total, items });
        bought.push({ id, member, left: total, items });
      },
      async () => {
        const one = bought.filter(({ left }) => left > 0);
        if (one.length === 0) return;
        const purchase = pick(one);
        const all = random() < 0.4;
        const total = all ? purchase.left : Math.min(purchase.left, cents(30));
        const { status } = await programme.service.call(on.addTransaction, {
          token: programme.machine,
          body: {
            external_id: `back-${random()}`,
            refund_of: purchase.id,
            profile_id: purchase.member,
            transacted_at: now(),
            currency: 'EUR',
            total: -total,
            ...(!all && random() < 0.5 && purchase.items.length > 0 && { items: [pick(purchase.items)] }),
          },
        });
        // Lines of which nothing is left.
        if (status === 422) refused++;
        else expect(status).toBe(200);
        if (status !== 200) return;
        const { rows } = await sql<{ left: number }>`
          select (total - coalesce((select sum(amount) from transaction_refunds where transaction_id = bought.id), 0))::float
            as left from transactions as bought where external_id = ${purchase.id}`.execute(
          programme.service.db,
        );
        purchase.left = Math.round(rows[0]!.left * 100) / 100;
      },
      async () => {
        const body = { value: -Math.ceil(random() * 20) };
        const path = { profile: pick(members) };
        const { status } = await programme.service.call(on.addProfilePoint, {
          token: programme.machine,
          path,
          body,
        });
        if (status === 422) refused++;
      },
    ];
    for (let done = 1; done <= operations; done++) {
      await pick(actions)();
      if (done % 10 !== 0 && done !== operations) continue;
      for (const member of members) {
        const { rows } = await sql<{ sum: number; least: number }>`
          select coalesce(sum(amount), 0)::bigint as sum, (
            select coalesce(min(points), 0)::bigint from (
              select sum(amount) as points from transaction_points
              where profile_id = ${member} group by transaction_id) as of_purchase) as least
          from point_entries where profile_id = ${member}`.execute(programme.service.db);
        const { available } = await programme.points(member);
        expect(rows[0], `SEED=${seed}, operation ${done}`).toEqual({ sum: available, least: rows[0]!.least });
        expect(available).toBeGreaterThanOrEqual(0);
        expect(rows[0]!.least).toBeGreaterThanOrEqual(0);
      }
    }
    measured(task, { tried: `${operations} operations, SEED=${seed}`, result: `${refused} refused` });
  });
});
