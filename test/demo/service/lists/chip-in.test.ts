import { randomUUID } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../../demo/service/database/transactions.ts';
import { mergeLists } from '../../../../demo/service/profiles/merge-lists.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { seededRandom } from '../../../../demo/sample/seeded-random.ts';
import { countOf, measured, seedOf } from '../../../support/counts.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

// Several givers pay for one item of a gift registry together, over HTTP.

describe('chip-in', () => {
  let service: OpenService;
  let owner: string;
  let friend: string;
  let number = 0;
  const profile = 'profile-1003';

  interface Registry {
    readonly list: string;
    readonly item: string;
    readonly link: string;
  }

  /** A registry with an item that is open for chip-in: €200, unless `item` says otherwise. */
  async function registry(item: object = {}, list: object = {}): Promise<Registry> {
    const handle = `chip-in-${++number}`;
    const body = { type: 'registry', handle, name: 'Wedding', event_at: '2099-06-01', ...list };
    expect((await service.call(on.addList, { path: { profile }, body, token: owner })).status).toBe(200);
    const path = { profile, list: handle };
    const added = await service.call(on.addListItem, {
      path,
      body: { product_id: 'hp-1001', chip_in: { target: '200.00', currency: 'EUR' }, ...item },
      token: owner,
    });
    expect(added.status, added.text).toBe(200);
    const shared = await service.call(on.addProfileListShare, { path, body: {}, token: owner });
    return { list: handle, item: String(added.body.data.id), link: shared.body.data.handle };
  }
  const give = ({ item, link }: Registry, body: object, more: object = {}) =>
    service.call(on.addListItemReservation, {
      path: { itemId: item },
      query: `?share=${link}`,
      body: { name: 'Uncle Bo', ...body },
      ...more,
    });
  const pledge = (made: Registry, amount: string, more: object = {}) =>
    give(made, { amount, currency: 'EUR' }, more);
  const withSecret = (
    endpoint: typeof on.editListItemReservation | typeof on.deleteListItemReservation,
    { item }: Registry,
    { id, secret }: { id: number; secret: string },
    body?: object,
  ) =>
    service.call(endpoint, {
      path: { itemId: item, reservationId: String(id) },
      query: `?secret=${secret}`,
      ...(body && { body }),
    });
  const undo = (made: Registry, of: { id: number; secret: string }) =>
    withSecret(on.deleteListItemReservation, made, of);
  const edit = ({ list, item }: Registry, body: object, token = owner) =>
    service.call(on.editProfileListItem, { path: { profile, list, item }, body, token });
  /** What a giver reads of the item. */
  const shown = async ({ link, item }: Registry) => {
    const { body } = await service.call(on.readListShareWithoutProfile, { path: { handle: link } });
    return body.data.items.find(({ id }: { id: number }) => String(id) === item)?.chip_in;
  };
  /** The sum of the stored pledges, decimal text. */
  const sumOf = async ({ item }: Registry) => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum((fields ->> 'amount')::numeric), 0)::text as sum from records
      where resource = 'reservation' and parent = ${`list-item:${item}`} and fields ->> 'status' <> 'cancelled'`.execute(
      service.db,
    );
    return rows[0]!.sum;
  };
  const refusal = (field: string, sentence: string | RegExp) => ({
    status: 422,
    body: {
      errors: { [field]: [typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)] },
    },
  });

  beforeAll(async () => {
    service = await openService();
    [owner = '', friend = ''] = await Promise.all(['1003', '1002'].map((id) => service.tokenOf(id)));
  });
  beforeEach(() => service.db.deleteFrom('request_windows').execute());
  afterAll(() => service.drop());

  describe('owner', () => {
    it('opens an item with price times quantity as the target', async () => {
      const made = await registry({ quantity: 2, chip_in: {} });
      const { price, currency } = await service.db
        .selectFrom('products')
        .select(['price', 'currency'])
        .where('id', '=', 'hp-1001')
        .executeTakeFirstOrThrow();
      expect(await shown(made)).toEqual({
        target: (Number(price) * 2).toFixed(2),
        currency,
        pledged: '0',
        pledges: 0,
      });
    });

    it('closes an item that has no pledges, and keeps it as it is without the field', async () => {
      const made = await registry();
      await edit(made, { note: 'The blue one' });
      expect(await shown(made)).toMatchObject({ target: '200.00', currency: 'EUR' });
      expect((await edit(made, { chip_in: null })).body.data.chip_in).toBeNull();
    });

    it('changes the target alone', async () => {
      const made = await registry();
      expect((await edit(made, { chip_in: { target: '150' } })).body.data.chip_in).toMatchObject({
        target: '150',
        currency: 'EUR',
      });
    });

    it.each([
      [{ target: '0' }, 'chip_in.target', /more than zero/],
      [{ target: '-5' }, 'chip_in.target', /more than zero/],
      [{ target: '1.999' }, 'chip_in.target', /2 digits behind the point/],
      [{ target: '10,00' }, 'chip_in.target', /decimal number/],
      [{ currency: 'EURO' }, 'chip_in.currency', /ISO 4217/],
      ['yes', 'chip_in', /./],
      [[], 'chip_in', /./],
    ])('is refused a chip-in of %j', async (chipIn, field, sentence) => {
      expect(await edit(await registry(), { chip_in: chipIn })).toMatchObject(refusal(field, sentence));
    });

    it('is asked for the target where the price in the currency is not known', async () => {
      const made = await registry({ chip_in: null });
      expect(await edit(made, { chip_in: { currency: 'USD' } })).toMatchObject(
        refusal('chip_in.target', /price in USD is not known/),
      );
      expect((await edit(made, { chip_in: { target: '90', currency: 'USD' } })).status).toBe(200);
    });

    it('is refused a target below the pledges, another currency, and the end while there are pledges', async () => {
      const made = await registry();
      const { body } = await pledge(made, '120.50');
      expect(await edit(made, { chip_in: { target: '120.49' } })).toMatchObject(
        refusal('chip_in.target', /€120\.50 is pledged already/),
      );
      expect(await edit(made, { chip_in: { currency: 'USD' } })).toMatchObject(
        refusal('chip_in.currency', /pledges are in EUR/),
      );
      expect(await edit(made, { chip_in: null })).toMatchObject(refusal('chip_in', /pledged 1 times/));
      expect((await edit(made, { chip_in: { target: '120.50' } })).status).toBe(200);
      expect((await undo(made, body.data)).status).toBe(204);
      expect((await edit(made, { chip_in: null })).status).toBe(200);
    });

    it('is refused chip-in for an item of which pieces are reserved, and on a list that is no registry', async () => {
      const reserved = await registry({ chip_in: null });
      expect((await give(reserved, { quantity: 1 })).status).toBe(200);
      expect(await edit(reserved, { chip_in: { target: '9' } })).toMatchObject(
        refusal('chip_in', /reserved or bought already/),
      );
      const saved = await registry({ chip_in: null }, { type: 'wishlist' });
      expect(await edit(saved, { chip_in: { target: '9' } })).toMatchObject(
        refusal('chip_in', /gift registries only/),
      );
    });

    it('reads the sum and the number of pledges before the day, and nobody’s name or amount', async () => {
      const made = await registry();
      await pledge(made, '120');
      await pledge(made, '30.25', { token: friend });
      const own = await service.call(on.listItems, { path: { profile, list: made.list }, token: owner });
      expect(own.body.data[0].chip_in).toEqual({
        target: '200.00',
        currency: 'EUR',
        pledged: '150.25',
        pledges: 2,
      });
      expect(own.text).not.toMatch(/Uncle Bo|30\.25"|profile-1002/);
      for (const query of ['', '?filter[amount]=120', '?sort=-amount', '?filter[currency]=EUR']) {
        const { status, body } = await service.call(on.listItemReservations, {
          path: { itemId: made.item },
          query,
          token: owner,
        });
        expect([status, body.data, body.meta?.total], query).toEqual([200, [], 0]);
      }
    });

    it('is asked to confirm the deletion of an item with pledges, and each pledge is cancelled once', async () => {
      const made = await registry();
      await pledge(made, '20');
      await pledge(made, '30');
      const remove = (query = '') =>
        service.call(on.removeListItem, {
          path: { profile, list: made.list, item: made.item },
          query,
          token: owner,
        });
      expect(await remove()).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/This item has 2 pledges\. .*confirm=true/) },
      });
      expect((await remove('?confirm=true')).status).toBe(204);
      const { rows } = await sql<{ amount: string; currency: string }>`
        select payload ->> 'amount' as amount, payload ->> 'currency' as currency from events
        where trigger = 'reservation.cancelled' and payload ->> 'item_id' = ${made.item} order by id`.execute(
        service.db,
      );
      expect(rows).toEqual([
        { amount: '20', currency: 'EUR' },
        { amount: '30', currency: 'EUR' },
      ]);
    });
  });

  describe('the choice of an item that several give together', () => {
    it('is made by the owner, an editor of the list and the shop, and by nobody else', async () => {
      const made = await registry({ chip_in: null });
      const path = { profile, list: made.list };
      const { id } = (await service.call(on.readProfileList, { path, token: owner })).body.data;
      const share = async (body: object) =>
        (await service.call(on.addProfileListShare, { path, body, token: owner })).body.data;
      const claim = (handle: string, token: string) =>
        service.call(on.claimListShare, { path: { handle }, token });
      const invitation = await share({ role: 'editor', max_claims: 1 });
      const [editor, stranger] = await Promise.all(['1001', '1004'].map((one) => service.tokenOf(one)));
      await claim(invitation.handle, editor!);
      await claim(made.link, friend);
      const choose = (chipIn: object | null, token: string | undefined, at: string, list = String(id)) =>
        service.call(on.editProfileListItem, {
          path: { profile: at, list, item: made.item },
          query: token ? '' : `?share=${made.link}`,
          body: { chip_in: chipIn },
          ...(token && { token }),
        });
      const others = () =>
        Promise.all([
          choose({ target: '1' }, friend, 'profile-1002'),
          choose({ target: '1' }, friend, profile),
          choose({ target: '1' }, stranger, 'profile-1004'),
          choose({ target: '1' }, stranger, profile, made.list),
          choose({ target: '1' }, undefined, profile),
          service.call(on.addListItem, {
            path: { profile: 'profile-1004', list: String(id) },
            body: { product_id: 'hp-1001', chip_in: { target: '1' } },
            token: stranger!,
          }),
        ]);
      const refused = async () => {
        for (const { status } of await others()) expect([401, 403, 404]).toContain(status);
      };
      await refused();
      expect(await shown(made)).toBeNull();
      const staff = await service.machineToken();
      for (const [target, token, at] of [
        ['150.00', owner, profile],
        ['120.00', editor, 'profile-1001'],
        ['90.00', staff, profile],
      ] as const) {
        expect((await choose({ target, currency: 'EUR' }, token, at)).status).toBe(200);
        expect(await shown(made)).toMatchObject({ target });
        await refused();
        expect(await shown(made)).toMatchObject({ target });
        expect((await choose(null, token, at)).status).toBe(200);
        expect(await shown(made)).toBeNull();
      }
      await service.call(on.deleteProfileListShare, {
        path: { ...path, share: String(invitation.id) },
        token: owner,
      });
      expect((await choose({ target: '9' }, editor, 'profile-1001')).status).toBe(404);
      expect(await shown(made)).toBeNull();
    });
  });

  describe('name and message of a giver', () => {
    const gift = { name: 'Aunt Wilhelmina', message: 'For your garden' };
    const NAMES = /Wilhelmina|For your garden|33\.33/;

    it('go to the webhooks of the shop with the amount, once, and never with the secret', async () => {
      const made = await registry();
      const reply = await pledge(made, '33.33', { body: { ...gift, amount: '33.33', currency: 'EUR' } });
      const { id, secret } = reply.body.data;
      expect((await undo(made, reply.body.data)).status).toBe(204);
      const { rows } = await sql<{ trigger: string; payload: Record<string, unknown> }>`
        select trigger, payload from events where payload ->> 'item_id' = ${made.item} order by id`.execute(
        service.db,
      );
      const { created_at: _, updated_at: __, ...carried } = rows[0]!.payload;
      expect(rows.map(({ trigger }) => trigger)).toEqual(['reservation.created', 'reservation.cancelled']);
      expect(carried).toEqual({
        ...{ id, item_id: Number(made.item), profile_id: null, quantity: 1, status: 'reserved' },
        ...{ ...gift, amount: '33.33', currency: 'EUR' },
      });
      expect(JSON.stringify(rows)).not.toContain(secret);
    });

    it('are read by the shop at once, by the owner from the day on, and in no answer to anybody else', async () => {
      const made = await registry();
      const body = { ...gift, amount: '33.33', currency: 'EUR' };
      expect((await pledge(made, '33.33', { body })).status).toBe(200);
      await pledge(made, '10');
      const staff = await service.machineToken();
      const path = { profile, list: made.list };
      const invitation = (
        await service.call(on.addProfileListShare, { path, body: { role: 'editor' }, token: owner })
      ).body.data;
      const editor = await service.tokenOf('1001');
      await service.call(on.claimListShare, { path: { handle: invitation.handle }, token: editor });
      await service.call(on.claimListShare, { path: { handle: made.link }, token: friend });
      const { id } = (await service.call(on.readProfileList, { path, token: owner })).body.data;
      const ofEditor = { profile: 'profile-1001', list: String(id) };
      const given = { path: { itemId: made.item } };
      const readByOthers = async () => [
        await service.call(on.readListShareWithoutProfile, { path: { handle: made.link } }),
        await service.call(on.readListShare, { path: { handle: made.link }, token: friend }),
        await service.call(on.readListShare, { path: { handle: invitation.handle }, token: editor }),
        await service.call(on.listItems, { path: ofEditor, token: editor }),
        await service.call(on.readProfileListItem, { path: { ...ofEditor, item: made.item }, token: editor }),
        await service.call(on.listItemReservations, { ...given, token: editor }),
        await service.call(on.listItemReservations, { ...given, token: friend }),
        await service.call(on.listItemReservations, {
          ...given,
          query: `?share=${made.link}`,
          token: friend,
        }),
      ];
      const expectNoNames = async () => {
        const answers = await readByOthers();
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        for (const { text } of answers) expect(text).not.toMatch(NAMES);
      };
      const readByOwner = () => service.call(on.listItemReservations, { ...given, token: owner });
      await expectNoNames();
      expect((await readByOwner()).body.data).toEqual([]);
      const read = await service.call(on.listItemReservations, { ...given, token: staff });
      expect(read.body.data).toEqual(expect.arrayContaining([expect.objectContaining(body)]));
      // The day has come: the link was shown with this day alone.
      const past = '2020-01-01T00:00:00.000000Z';
      await sql`
        update lists set fields = fields || jsonb_build_object('event_at', ${past}::text) - 'names_hidden_until'
        where id = ${id}`.execute(service.db);
      const named = await readByOwner();
      expect(named.body.data).toEqual(
        expect.arrayContaining([expect.objectContaining({ ...body, secret: null })]),
      );
      await expectNoNames();
    });
  });

  describe('giver', () => {
    it('pledges and undoes without an account', async () => {
      const made = await registry();
      const { status, body } = await pledge(made, '20.50');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ amount: '20.50', currency: 'EUR', secret: expect.any(String) });
      expect(await shown(made)).toMatchObject({ pledged: '20.50', pledges: 1 });
      expect((await undo(made, body.data)).status).toBe(204);
      expect(await shown(made)).toMatchObject({ pledged: '0', pledges: 0 });
    });

    it.each([
      [{ amount: '0', currency: 'EUR' }, 'amount', /more than zero/],
      [{ amount: '-1', currency: 'EUR' }, 'amount', /more than zero/],
      [{ amount: '1.234', currency: 'EUR' }, 'amount', /at most 2 digits/],
      [{ amount: 20, currency: 'EUR' }, 'amount', /decimal number as text/],
      [{ amount: '20' }, 'currency', /target is in EUR/],
      [{ amount: '20', currency: 'USD' }, 'currency', /target is in EUR/],
      [{ currency: 'EUR' }, 'currency', /currency is for an amount/],
      [{ amount: '20', currency: 'EUR', quantity: 2 }, 'quantity', /not for pieces/],
      [{ amount: '200.01', currency: 'EUR' }, 'amount', 'Only €200.00 is left to pledge.'],
    ])('is refused %j', async (body, field, sentence) => {
      const made = await registry();
      expect(await give(made, body)).toMatchObject(refusal(field, sentence));
      expect(await shown(made)).toMatchObject({ pledged: '0', pledges: 0 });
    });

    it('reads what is left when the pledge is above it', async () => {
      const made = await registry();
      await pledge(made, '195');
      expect(await pledge(made, '20')).toMatchObject(refusal('amount', 'Only €5.00 is left to pledge.'));
      await pledge(made, '5');
      expect(await pledge(made, '0.01')).toMatchObject(
        refusal('amount', 'Nothing is left to pledge: €200.00 of €200.00 is pledged.'),
      );
    });

    it('pledges for no item that is closed or reserved as a whole, and reserves none that has pledges', async () => {
      const closed = await registry({ chip_in: null });
      expect(await pledge(closed, '20')).toMatchObject(refusal('amount', /not open for chip-in/));
      const made = await registry();
      const whole = (await give(made, {})).body.data;
      expect(await pledge(made, '20')).toMatchObject(refusal('amount', /reserved or bought as a whole/));
      await undo(made, whole);
      const { data } = (await pledge(made, '20')).body;
      expect(await give(made, {})).toMatchObject(refusal('quantity', /pay for it together/));
      await undo(made, data);
      expect((await give(made, {})).status).toBe(200);
    });

    it('cannot change the amount, and renews a cancelled pledge only as far as something is left', async () => {
      const made = await registry();
      const { data } = (await pledge(made, '150')).body;
      const change = (body: object) => withSecret(on.editListItemReservation, made, data, body);
      expect(await change({ amount: '900' })).toMatchObject({
        status: 422,
        body: { errors: { amount: ['The amount field cannot be written here.'] } },
      });
      expect(await change({ quantity: 2 })).toMatchObject(refusal('quantity', /not for pieces/));
      expect((await change({ status: 'cancelled' })).status).toBe(200);
      expect(await shown(made)).toMatchObject({ pledged: '0' });
      await pledge(made, '60');
      expect(await change({ status: 'reserved' })).toMatchObject(
        refusal('amount', 'Only €140.00 is left to pledge.'),
      );
    });

    it('has one pledge after a repetition with the same key, and is refused the key for another amount', async () => {
      const made = await registry();
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await pledge(made, '20', { headers });
      const second = await pledge(made, '20', { headers });
      expect(second.body.data.id).toBe(first.body.data.id);
      expect((await pledge(made, '21', { headers })).status).toBeGreaterThanOrEqual(400);
      expect(await shown(made)).toMatchObject({ pledged: '20', pledges: 1 });
      expect((await undo(made, second.body.data)).status).toBe(204);
    });

    it('pledges with an account, and reads the own pledge alone', async () => {
      const made = await registry();
      await pledge(made, '40');
      await pledge(made, '25', { token: friend });
      const { body } = await service.call(on.listItemReservations, {
        path: { itemId: made.item },
        query: `?share=${made.link}`,
        token: friend,
      });
      expect(body.data).toMatchObject([{ amount: '25', profile_id: 'profile-1002' }]);
    });
  });

  describe('at the same time', () => {
    it('one of two givers gets the last €20', async () => {
      const made = await registry();
      await pledge(made, '180');
      const answers = await Promise.all([pledge(made, '20'), pledge(made, '20')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(await shown(made)).toMatchObject({ pledged: '200', pledges: 2 });
    });

    it('of 50 pledges for the last part as many are taken as fit, and the sum is the target exactly', async () => {
      const made = await registry();
      await pledge(made, '150.01');
      const answers = await Promise.all(Array.from({ length: 50 }, () => pledge(made, '4.99')));
      const taken = answers.filter(({ status }) => status === 200).length;
      expect(taken).toBe(10);
      expect((await pledge(made, '0.09')).status).toBe(200);
      expect(await sumOf(made)).toBe('200.00');
      expect(await shown(made)).toMatchObject({ pledged: '200.00', pledges: 12 });
    });

    it('a lower target and a pledge never leave more pledged than the target', async () => {
      for (let round = 0; round < 10; round++) {
        const made = await registry();
        await pledge(made, '100');
        await Promise.all([edit(made, { chip_in: { target: '100' } }), pledge(made, '50')]);
        const { target, pledged } = await shown(made);
        expect(Number(pledged)).toBeLessThanOrEqual(Number(target));
      }
    });
  });

  describe('random operations', () => {
    const OPERATIONS = countOf('PLEDGE_OPERATIONS', { share: 300, full: 2_000 });
    const SEED = seedOf();

    it(`${OPERATIONS} pledges, changes and lost connections show what is stored, with seed ${SEED}`, async ({
      task,
    }) => {
      const random = seededRandom(SEED);
      const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
      /** An item, the pledges that the service acknowledged, in cents, and pieces that are reserved. */
      interface Known {
        readonly made: Registry;
        target: number;
        readonly pledges: { id: number; secret: string; cents: number }[];
        whole: { id: number; secret: string } | undefined;
      }
      const known: Known[] = [];
      const open = async () => {
        const target = 5_000 + Math.floor(random() * 20_000);
        const made = await registry({ chip_in: { target: (target / 100).toFixed(2), currency: 'EUR' } });
        known.push({ made, target, pledges: [], whole: undefined });
      };
      for (let item = 0; item < 6; item++) await open();
      const sum = ({ pledges }: Known) => pledges.reduce((all, { cents }) => all + cents, 0);
      /** Sends a pledge and, with `isKilled`, ends every connection of the service meanwhile; then repeats it until it has an answer. */
      const sendUntilAnswered = async (of: Known, body: object, { isKilled = false, repeats = 0 }) => {
        const headers = { 'Idempotency-Key': randomUUID() };
        const sent = give(of.made, body, { headers });
        if (isKilled) {
          // A random point of the request: before it is stored, while it is, or after.
          for (let turns = Math.floor(random() * 40); turns > 0; turns--) await immediate();
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(service.db);
        }
        let answer = await sent;
        for (let more = repeats; more > 0 || answer.status === 503; more--)
          answer = await give(of.made, body, { headers });
        // Until no closed connection is left.
        if (isKilled) await expect.poll(() => shown(of.made).catch(() => undefined)).toBeDefined();
        return answer;
      };
      let kills = 0;
      let taken = 0;

      const give1 = async (of: Known, options: { isKilled?: boolean; repeats?: number } = {}) => {
        const cents = 1 + Math.floor(random() * 6_000);
        const body = { amount: (cents / 100).toFixed(2), currency: 'EUR' };
        const { status, body: reply } = await sendUntilAnswered(of, body, options);
        const fits = !of.whole && sum(of) + cents <= of.target;
        expect([of.made.item, status]).toEqual([of.made.item, fits ? 200 : 422]);
        if (fits) of.pledges.push({ ...reply.data, cents });
        taken += Number(fits);
      };
      const operations: readonly ((of: Known) => Promise<unknown>)[] = [
        (of) => give1(of),
        (of) => give1(of),
        (of) => give1(of, { repeats: 2 }),
        (of) => {
          kills++;
          return give1(of, { isKilled: true });
        },
        async (of) => {
          const one = of.pledges.pop();
          if (one) expect((await undo(of.made, one)).status).toBe(204);
        },
        async (of) => {
          const one = of.pledges.pop();
          if (one)
            expect(
              (await withSecret(on.editListItemReservation, of.made, one, { status: 'cancelled' })).status,
            ).toBe(200);
        },
        async (of) => {
          const { status, body } = await give(of.made, {});
          expect(status).toBe(of.whole || of.pledges.length ? 422 : 200);
          if (status === 200) of.whole = body.data;
        },
        async (of) => {
          if (of.whole) expect((await undo(of.made, of.whole)).status).toBe(204);
          of.whole = undefined;
        },
        async (of) => {
          const target = 1 + Math.floor(random() * 25_000);
          const { status } = await edit(of.made, {
            chip_in: { target: (target / 100).toFixed(2), currency: 'EUR' },
          });
          const fits = !of.whole && target >= sum(of);
          expect(status).toBe(fits ? 200 : 422);
          if (fits) of.target = target;
        },
        async (of) => {
          if (random() > 0.1) return;
          const path = { profile, list: of.made.list, item: of.made.item };
          const { status } = await service.call(on.removeListItem, {
            path,
            query: '?confirm=true',
            token: owner,
          });
          expect(status).toBe(204);
          known.splice(known.indexOf(of), 1);
          await open();
        },
      ];

      let differences = 0;
      for (let operation = 0; operation < OPERATIONS; operation++) {
        const of = pick(known);
        await pick(operations)(of);
        if (!known.includes(of)) continue;
        const { pledged, pledges, target } = await shown(of.made);
        const isSame =
          Math.round(Number(pledged) * 100) === sum(of) &&
          pledges === of.pledges.length &&
          Math.round(Number(target) * 100) === of.target &&
          Number(await sumOf(of.made)) === Number(pledged);
        differences += Number(!isSame);
      }
      measured(task, {
        tried: `${OPERATIONS} operations on pledges, ${kills} lost connections, SEED=${SEED}`,
        result: `${differences} differences`,
      });
      expect([differences, taken > OPERATIONS / 10, kills > 0]).toEqual([0, true, true]);
    });
  });

  describe('database', () => {
    const insert = (work: OpenService['db'], { item }: Registry, fields: object) =>
      sql`
      insert into records (resource, parent, fields)
      values ('reservation', ${`list-item:${item}`}, ${JSON.stringify({ name: 'Bo', quantity: 1, status: 'reserved', ...fields })}::jsonb)`.execute(
        work,
      );
    const above = { amount: '200.01', currency: 'EUR' };
    const refused = { constraint: 'pledges_fit_chip_in' };

    it('refuses pledges above the target, in another currency, beside pieces and for a closed item', async () => {
      const made = await registry();
      await expect(insert(service.db, made, above)).rejects.toMatchObject(refused);
      await expect(insert(service.db, made, { amount: '1', currency: 'USD' })).rejects.toMatchObject(refused);
      await insert(service.db, made, { amount: '1', currency: 'EUR' });
      await expect(insert(service.db, made, {})).rejects.toMatchObject(refused);
      const set = (target: string | null) =>
        sql`
        update list_items set chip_in_target = ${target}, chip_in_currency = ${target && 'EUR'} where id = ${made.item}`.execute(
          service.db,
        );
      await expect(set('0.99')).rejects.toMatchObject(refused);
      await expect(set(null)).rejects.toMatchObject(refused);
      const closed = await registry({ chip_in: null });
      await expect(insert(service.db, closed, { amount: '1', currency: 'EUR' })).rejects.toMatchObject(
        refused,
      );
    });

    it('would take them without its trigger', async () => {
      const made = await registry();
      const undone = new Error('undone');
      const attack = inTransaction(service.db, async (work) => {
        await sql`drop trigger pledges_fit_chip_in on records`.execute(work);
        await insert(work, made, above);
        throw undone;
      });
      await expect(attack).rejects.toBe(undone);
    });
  });

  describe('merged profiles', () => {
    it('keep the pledges of both lists, where others reserved or pledged the same product on each', async () => {
      const ours = await registry();
      await pledge(ours, '150');
      const theirs = await otherRegistry(ours.list);
      expect((await pledge(theirs, '150')).status).toBe(200);
      await inTransaction(service.db, (work) => mergeLists(work, 'profile-1001', profile));
      expect(await shown(ours)).toMatchObject({ pledged: '150', pledges: 1 });
      expect(await shown(theirs)).toMatchObject({ pledged: '150', pledges: 1 });
    });

    it('move the pledges with their target to an item that has none', async () => {
      const ours = await registry({ chip_in: null });
      const theirs = await otherRegistry(ours.list);
      expect((await pledge(theirs, '150')).status).toBe(200);
      await inTransaction(service.db, (work) => mergeLists(work, 'profile-1001', profile));
      expect(await shown(ours)).toEqual({ target: '170', currency: 'EUR', pledged: '150', pledges: 1 });
    });

    async function otherRegistry(handle: string): Promise<Registry> {
      const token = await service.tokenOf('1001');
      const path = { profile: 'profile-1001', list: handle };
      const body = { type: 'registry', handle, name: 'Wedding', event_at: '2099-06-01' };
      await service.call(on.addList, { path: { profile: 'profile-1001' }, body, token });
      const item = await service.call(on.addListItem, {
        path,
        body: { product_id: 'hp-1001', chip_in: { target: '170', currency: 'EUR' } },
        token,
      });
      const shared = await service.call(on.addProfileListShare, { path, body: {}, token });
      return { list: handle, item: String(item.body.data.id), link: shared.body.data.handle };
    }
  });
});
