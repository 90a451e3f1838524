import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startMailSink, type MailSink } from '../../../../demo/mail-sink.ts';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, SHOP_ORIGIN, type OpenService } from '../../../support/service-open.ts';

// What owners of lists ask to be told about a product: that it costs less, and that it can be bought again.

const profile = 'profile-1003';
const path = { profile, list: 'wishlist' };
const PRODUCT = 'hp-1001';

describe('alerts of a list item', () => {
  let service: OpenService;
  let token: string;
  let staff: string;
  let other: string;
  let variant: number;
  let sink: MailSink;

  const add = (body: object, list = path) => service.call(on.addListItem, { path: list, token, body });
  const items = async () => (await service.call(on.listItems, { path, token })).body.data;
  const edit = (item: number, body: object, as = token, list: object = path) =>
    service.call(on.editProfileListItem, { path: { ...path, ...list, item: String(item) }, token: as, body });
  const product = async (body: object) =>
    expect(
      (await service.call(on.editProduct, { path: { product: PRODUCT }, token: staff, body })).status,
    ).toBe(200);
  const variantIs = async (body: object) =>
    expect(
      (
        await service.call(on.editProductVariant, {
          path: { variant: String(variant) },
          token: staff,
          body,
        })
      ).status,
    ).toBe(200);
  /** The alerts that are published since the last call: what, of which variant, from and to which price. */
  const told = async () => {
    await Promise.all([processDueWork(service.db), processDueWork(service.db)]);
    const events = await service.db
      .selectFrom('events')
      .selectAll()
      .where('trigger', 'like', 'alert.%')
      .orderBy('id')
      .execute();
    await sql`delete from events`.execute(service.db);
    for (const { profile_id } of events) expect(profile_id).toBe(profile);
    return events.map(({ trigger, payload: { variant_id, was, price } }) =>
      [trigger.replace('alert.', ''), variant_id, was, price].filter(Boolean).join(' '),
    );
  };

  beforeAll(async () => {
    service = await openService({ acceptPageProducts: true });
    token = await service.tokenOf('1003');
    other = await service.tokenOf('1002');
    staff = await service.machineToken();
    sink = await startMailSink();
    const { body } = await service.call(on.addProductVariant, {
      path: {},
      token: staff,
      body: { product_id: PRODUCT, sku: 'blue', external_id: '41', name: 'Blue', price: '71.00', stock: 3 },
    });
    variant = body.data.id;
  });
  beforeEach(async () => {
    await sql`delete from list_items`.execute(service.db);
    await product({ price: '89.00', currency: 'EUR', stock: 4, is_published: true });
    await variantIs({ price: '71.00', stock: 3 });
    await told();
    (sink.received as unknown[]).length = 0;
  });
  afterEach(() => expect(service.errors).toEqual([]));
  afterAll(async () => {
    await sink.stop();
    await service.drop();
  });

  it('are asked for with the product or later, and are undone', async () => {
    const { body } = await add({ product_id: PRODUCT, alerts: ['stock', 'price'] });
    expect(body.data).toMatchObject({ alerts: ['price', 'stock'], alerts_since: expect.any(String) });
    const { id, alerts_since: since } = body.data;
    expect((await edit(id, { quantity: 2 })).body.data).toMatchObject({
      alerts: ['price', 'stock'],
      quantity: 2,
    });
    expect((await edit(id, { alerts: ['price'] })).body.data).toMatchObject({
      alerts: ['price'],
      alerts_since: since,
    });
    for (const none of [[], null]) {
      expect((await edit(id, { alerts: ['stock'] })).body.data.alerts).toEqual(['stock']);
      expect((await edit(id, { alerts: none })).body.data).toMatchObject({
        alerts: null,
        alerts_since: null,
      });
    }
    expect((await add({ product_id: PRODUCT, alerts: ['price'] })).body.data).toMatchObject({
      id,
      alerts: ['price'],
    });
    expect((await add({ product_id: PRODUCT })).body.data).toMatchObject({ id, alerts: ['price'] });
    expect((await items())[0]).toMatchObject({ alerts: ['price'] });
  });

  it.each([
    [['prise'], 'has to be an array of price and stock'],
    ['price', ''],
    [['price', 'price'], 'has to name each alert once'],
    [['price', 'stock', 'price'], 'has to name each alert once'],
  ])('given %j, are refused', async (alerts, sentence) => {
    const answer = await add({ product_id: PRODUCT, alerts });
    expect(answer.status).toBe(422);
    const [first] = Object.entries<string[]>(answer.body.errors)[0]!;
    expect(first).toMatch(/^alerts/);
    expect(answer.text).toContain(sentence);
    expect(await items()).toEqual([]);
  });

  it('are refused for a product that only a page knows, and for a variant that the shop has deleted', async () => {
    const page = {
      product_id: 'unknown-1',
      product: { name: 'Lamp', url: `${SHOP_ORIGIN}/lamp`, price: '9.00', currency: 'EUR' },
    };
    const refused = await add({ ...page, alerts: ['price'] });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { alerts: ['The shop does not say the price and the stock of this product.'] },
    ]);
    expect(await items()).toEqual([]);
    const { body } = await add({ product_id: PRODUCT, variant_id: '41', alerts: ['price'] });
    await sql`update list_items set variant_id = 'gone' where id = ${body.data.id}`.execute(service.db);
    expect((await edit(body.data.id, { alerts: ['stock'] })).body.errors).toEqual(refused.body.errors);
    // Nor is the price of the product told as that of the variant.
    await product({ price: '10.00' });
    expect(await told()).toEqual([]);
  });

  it('are of the owner alone: editors and those with a link neither see nor change them', async () => {
    const { body } = await add({ product_id: PRODUCT, alerts: ['price'] });
    const { id, list_id: list } = body.data;
    const share = await service.call(on.addProfileListShare, {
      path,
      token,
      body: { role: 'editor', is_public: true },
    });
    const { handle } = share.body.data;
    await service.call(on.claimListShare, { path: { handle }, token: other, body: {} });
    const editors = { profile: 'profile-1002', list: String(list) };
    const seen = await service.call(on.listItems, { path: editors, token: other });
    expect(seen.body.data).toMatchObject([{ id, alerts: null, alerts_since: null }]);
    const shared = await service.call(on.readListShareWithoutProfile, { path: { handle }, token: other });
    expect(shared.body.data.items).toMatchObject([{ id, alerts: null }]);
    for (const alerts of [['stock'], []]) {
      const refused = await edit(id, { alerts }, other, editors);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { alerts: ['Only the owner of the list can ask for alerts.'] },
      ]);
    }
    expect((await items())[0]).toMatchObject({ alerts: ['price'] });
  });

  it('given none, then nothing is told', async () => {
    await add({ product_id: PRODUCT });
    const { body } = await add({ product_id: PRODUCT, variant_id: '41', alerts: ['price', 'stock'] });
    await edit(body.data.id, { alerts: [] });
    await product({ price: '10.00', stock: 0 });
    await variantIs({ price: '9.00', stock: 0 });
    expect(await told()).toEqual([]);
    await product({ stock: 5 });
    await variantIs({ stock: 5 });
    expect(await told()).toEqual([]);
  });

  it('tell a price once, and again only below it, however often it goes up and down', async () => {
    await add({ product_id: PRODUCT, alerts: ['price'] });
    const steps: readonly [string, string[]][] = [
      ['95.00', []],
      ['89.00', []],
      ['80.00', ['price-dropped 89.00 80.00']],
      ['89.00', []],
      ['80.00', []],
      ['100.00', []],
      ['79.99', ['price-dropped 80.00 79.99']],
      ['9.00', ['price-dropped 79.99 9.00']],
    ];
    for (const [price, expected] of steps) {
      await product({ price });
      expect([price, await told()]).toEqual([price, expected]);
    }
  });

  it('tell a price of the variant that was saved', async () => {
    await add({ product_id: PRODUCT, variant_id: '41', alerts: ['price'] });
    await product({ price: '20.00' });
    expect(await told()).toEqual([]);
    await variantIs({ price: '60.00' });
    expect(await told()).toEqual(['price-dropped 41 71.00 60.00']);
    await variantIs({ price: null });
    expect(await told()).toEqual(['price-dropped 41 60.00 20.00']);
  });

  it('tell a lower price when the product can be bought, not before', async () => {
    await add({ product_id: PRODUCT, alerts: ['price'] });
    await product({ stock: 0, price: '50.00' });
    expect(await told()).toEqual([]);
    await product({ stock: 1 });
    expect(await told()).toEqual(['price-dropped 89.00 50.00']);
  });

  it('compare no prices of two currencies, nor with none', async () => {
    await add({ product_id: PRODUCT, alerts: ['price'] });
    await product({ price: '50.00', currency: 'USD' });
    expect(await told()).toEqual([]);
    await product({ price: '49.00' });
    expect(await told()).toEqual(['price-dropped 50.00 49.00']);
    await product({ price: null });
    await product({ price: null, stock: 3 });
    expect(await told()).toEqual([]);
    await product({ price: '48.00' });
    expect(await told()).toEqual(['price-dropped 49.00 48.00']);
    await product({ price: null });
    await sql`delete from list_items`.execute(service.db);
    await add({ product_id: PRODUCT, alerts: ['price'] });
    await product({ price: '60.00' });
    expect(await told()).toEqual([]);
    await product({ price: '59.00' });
    expect(await told()).toEqual(['price-dropped 60.00 59.00']);
  });

  it('tell once that a product is back, and end with it', async () => {
    const { body } = await add({ product_id: PRODUCT, variant_id: '41', alerts: ['stock', 'price'] });
    await variantIs({ stock: 0 });
    expect(await told()).toEqual([]);
    await variantIs({ stock: 1 });
    expect(await told()).toEqual(['back-in-stock 41']);
    expect((await items())[0]).toMatchObject({ alerts: ['price'] });
    for (const stock of [0, 2, 0, 3]) await variantIs({ stock }).then(told);
    expect(await told()).toEqual([]);
    await edit(body.data.id, { alerts: ['stock'] });
    for (const stock of [0, 2]) {
      await variantIs({ stock });
      expect(await told()).toEqual(stock ? ['back-in-stock 41'] : []);
    }
    expect((await items())[0]).toMatchObject({ alerts: null });
  });

  it('given a product on two lists of an owner, by different names of its variant, tell it once', async () => {
    const list = await service.call(on.addList, {
      path: { profile },
      token,
      body: { type: 'wishlist', handle: 'second', name: 'Second' },
    });
    for (const [id, name] of [
      ['wishlist', '41'],
      [String(list.body.data.id), 'blue'],
    ] as const) {
      await add({ product_id: PRODUCT, alerts: ['price'] }, { profile, list: id });
      await add({ product_id: PRODUCT, variant_id: name, alerts: ['price'] }, { profile, list: id });
    }
    await product({ price: '50.00' });
    await variantIs({ price: '40.00' });
    expect((await told()).sort()).toEqual(['price-dropped 41 71.00 40.00', 'price-dropped 89.00 50.00']);
  });

  describe('the link of a message', () => {
    const linkOf = async (): Promise<string> => {
      await processDueWork(service.db);
      const { payload } = await service.db
        .selectFrom('events')
        .select('payload')
        .where('trigger', '=', 'alert.price-dropped')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return `/alerts/${String(payload['stop_link'])}`;
    };
    const open = (link: string, method = 'GET', headers = {}) =>
      service.app.fetch(new Request(`http://127.0.0.1:4010${link}`, { method, headers }));

    it('ends the alerts by its button, without sign-in; to open it changes nothing', async () => {
      await add({ product_id: PRODUCT, variant_id: '41', alerts: ['price', 'stock'] });
      await variantIs({ price: '60.00' });
      const link = await linkOf();
      for (const method of ['GET', 'HEAD', 'GET']) {
        const page = await open(link, method);
        expect(page.status).toBe(200);
        expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
        if (method === 'GET') {
          const text = await page.text();
          expect(text).toContain('Blue');
          expect(text).toContain('<form method="post">');
        }
      }
      expect((await items())[0]).toMatchObject({ alerts: ['price', 'stock'] });
      const stopped = await open(link, 'POST');
      expect([stopped.status, await stopped.text()]).toEqual([
        200,
        expect.stringContaining('You get no more messages about this product:'),
      ]);
      expect((await items())[0]).toMatchObject({ alerts: null });
      await told();
      await variantIs({ price: '50.00' });
      expect(await told()).toEqual([]);
      for (const method of ['GET', 'POST']) expect((await open(link, method)).status).toBe(404);
    });

    it('opens nothing with another secret, of another item, or with more', async () => {
      await add({ product_id: PRODUCT, alerts: ['price'] });
      await product({ price: '60.00' });
      const link = await linkOf();
      const [item, secret] = link.replace('/alerts/', '').split('.');
      const wrong = [
        `${item}.`,
        `${item}`,
        `${item}.${'A'.repeat(32)}`,
        `${Number(item) + 1}.${secret}`,
        `${item}.${secret}.1`,
        `x.${secret}`,
      ];
      for (const one of wrong)
        for (const method of ['GET', 'POST']) expect((await open(`/alerts/${one}`, method)).status).toBe(404);
      // An item without alerts has no link, an empty one least of all.
      await edit(Number(item), { alerts: [] });
      for (const one of [...wrong, `${item}.${secret}`])
        expect((await open(`/alerts/${one}`, 'POST')).status).toBe(404);
    });

    it.each([
      ['de-AT, en;q=0.5', 'de', 'ltr', 'Nachrichten abbestellen'],
      ['ar', 'ar', 'rtl', 'إيقاف هذه الرسائل'],
      ['nl', 'en', 'ltr', 'Stop these messages'],
    ])('speaks the language of %s', async (accepted, language, direction, sentence) => {
      await add({ product_id: PRODUCT, alerts: ['price'] });
      await product({ price: '60.00' });
      const page = await open(await linkOf(), 'GET', { 'Accept-Language': accepted });
      expect(page.headers.get('content-language')).toBe(language);
      const text = await page.text();
      expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
      expect(text).toContain(sentence);
    });

    it('is in the mail of the sample programme, and in its header for the button of mail programs', async () => {
      await add({ product_id: PRODUCT, alerts: ['price', 'stock'] });
      await product({ price: '60.00', stock: 0 });
      await processDueWork(service.db);
      await product({ stock: 2 });
      await processDueWork(service.db);
      const mail = { url: sink.smtpUrl, from: 'Harbour & Pine <hello@example.com>' };
      for (let jobs = 0; jobs < 3; jobs++) await runDueJobs(service, { mail });
      expect(sink.received.map(({ subject }) => subject).sort()).toEqual([
        expect.stringMatching(/ costs less now$/),
        expect.stringMatching(/ is back$/),
      ]);
      for (const { text, html, unsubscribe } of sink.received) {
        const [address = ''] = /http:\S+\/alerts\/\S+/.exec(text) ?? [];
        expect((await open(new URL(address).pathname)).status).toBe(200);
        expect(html).toContain(`<a href="${address}"`);
        expect(unsubscribe).toBe(`<${address}>`);
      }
    });
  });

  describe('the mail of the sample programme', () => {
    const setLanguage = (language: string | null) =>
      service.call(on.editProfileComms, { path: { profile }, token: staff, body: { language } });
    afterEach(() => setLanguage(null));

    /** Subject, text and HTML of the mails about a price and about the stock. */
    const mailsIn = async (language: string | null) => {
      expect((await setLanguage(language)).status).toBe(200);
      await product({ name: 'Lamp', price: '1289.00', stock: 4 });
      await add({ product_id: PRODUCT, alerts: ['price', 'stock'] });
      await product({ price: '1180.50', stock: 0 });
      await processDueWork(service.db);
      await product({ stock: 2 });
      await processDueWork(service.db);
      const mail = { url: sink.smtpUrl, from: 'Harbour & Pine <hello@example.com>' };
      for (let jobs = 0; jobs < 3; jobs++) await runDueJobs(service, { mail });
      const price = sink.received.find(({ text }) => /\d{3}/.test(text.replace(/http\S+/, '')));
      return { price: price!, stock: sink.received.find((one) => one !== price)! };
    };
    /** As `Intl` writes amounts, with the spaces and marks that it has for a language. */
    const amount = (language: string, value: number) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(value);

    it.each([
      ['en', 'en', 'Lamp costs less now', 'Lamp is back', 'costs €1,180.50 now. It was €1,289.00.'],
      ['de', 'de', 'Lamp kostet jetzt weniger', 'Lamp ist wieder da', 'vorher waren es 1.289,00\u00a0€'],
      ['de-AT', 'de', 'Lamp kostet jetzt weniger', 'Lamp ist wieder da', 'kostet jetzt 1.180,50\u00a0€'],
      ['fr', 'fr', 'Lamp coûte moins cher', 'Lamp est de retour', '1\u202f180,50\u00a0€'],
      ['es', 'es', 'Lamp cuesta menos', 'Lamp vuelve a estar disponible', '1180,50\u00a0€'],
      ['ja', 'ja', 'Lamp が値下げされました', 'Lamp が再入荷しました', '€1,180.50'],
      ['ar', 'ar', 'انخفض سعر Lamp', 'توفر Lamp من جديد', amount('ar', 1180.5)],
      // The shop has no texts in it: its own.
      ['nl', 'en', 'Lamp costs less now', 'Lamp is back', '€1,180.50'],
      [null, 'en', 'Lamp costs less now', 'Lamp is back', '€1,180.50'],
    ])('to a member who reads %s is in %s', async (reads, language, costsLess, isBack, sentence) => {
      const { price, stock } = await mailsIn(reads);
      expect([price.subject, stock.subject]).toEqual([costsLess, isBack]);
      expect(price.text).toContain(sentence);
      for (const { html } of [price, stock]) expect(html).toContain(`<html lang="${language}"`);
    });
  });
});
