import { describe, expect, it } from 'vitest';
import { claimBenefit } from '../../../../src/services/customer/actions/claim-benefit.ts';
import { balances } from '../../../../src/services/customer/resources/balances.ts';
import {
  benefits,
  readOwnedBenefit,
  type BenefitOffer,
} from '../../../../src/services/customer/resources/benefits.ts';
import { json, later, refusal, settled } from '../../../support/client-fetch.ts';
import type { TenantFile } from '../../../../src/services/transport/tenant/tenant-file.ts';
import { openLoyalty, PROFILE, SIGNED_IN, type Answers } from '../../../support/client-programme.ts';

const OWNED = `GET /v3/profiles/${PROFILE}/benefits`;
const CLAIM = `POST /v3/profiles/${PROFILE}/benefits/claim`;
const DEFINITION = { id: 5, name: 'Lounge', points_cost: 200 };
const own = (id: number, more: object = {}) => ({
  id,
  benefit_definition_id: 5,
  definition: DEFINITION,
  ...more,
});

async function open(answers: Answers = {}, tenantFile?: TenantFile) {
  const all = {
    [OWNED]: () => json({ data: [own(1)] }),
    [`GET /v3/profiles/${PROFILE}/benefits/claimable`]: () => json({ data: [DEFINITION] }),
    ...answers,
  };
  const opened = openLoyalty(all, { ...SIGNED_IN, ...(tenantFile && { tenantFile }) });
  opened.loyalty.resource(balances).subscribe(() => {});
  const shown = opened.loyalty.resource(benefits);
  shown.subscribe(() => {});
  await Promise.all([opened.loyalty.resource(balances).refresh(), shown.refresh()]);
  await settled();
  const [offer] = shown.state.value!.offers;
  opened.sent.length = 0;
  return { ...opened, shown, offer: offer!, ids: () => shown.state.value!.owned.map(({ id }) => id) };
}
const available = ({ loyalty }: Awaited<ReturnType<typeof open>>) =>
  loyalty.resource(balances).state.value?.available;

describe('claimBenefit', () => {
  it('sends the definition, adds the benefit first at once, and loads the lists again', async () => {
    const again = later<Response>();
    let isClaimed = false;
    const page = await open({
      [OWNED]: () => (isClaimed ? again.promise : json({ data: [own(1)] })),
      [CLAIM]: () => json({ data: own(2) }, 201),
    });
    isClaimed = true;
    const { benefit, pointsSpent } = await claimBenefit(page.loyalty, page.offer);
    expect([benefit.id, pointsSpent]).toEqual([2, 200]);
    expect(page.sent[0]).toMatchObject({ method: 'POST', body: { benefit_definition_id: 5 } });
    expect([page.shown.state.status, page.ids()]).toEqual(['pending', [2, 1]]);
    again.resolve(json({ data: [own(1), own(2), own(3)] }));
    await settled();
    expect(page.ids()).toEqual([1, 2, 3]);
  });

  it('loads the balance, or calculates it where a read shows writes late: with the points of the reply, or the price', async () => {
    const claimed = { [CLAIM]: () => json({ data: own(2, { points_spent: 150 }) }, 201) };
    const page = await open(claimed);
    expect((await claimBenefit(page.loyalty, page.offer)).pointsSpent).toBe(150);
    await settled();
    expect(page.sent.some(({ path }) => path.endsWith('/balances'))).toBe(true);
    const late = await open(claimed, { lag: 5 });
    await claimBenefit(late.loyalty, late.offer);
    expect(available(late)).toBe(4_050);
    const priced = await open({ [CLAIM]: () => json({ data: own(2) }, 201) }, { lag: 5 });
    await claimBenefit(priced.loyalty, priced.offer);
    expect(available(priced)).toBe(4_000);
  });

  it('of one that costs nothing leaves the balance alone', async () => {
    const free = { ...DEFINITION, points_cost: 0 };
    const page = await open({
      [`GET /v3/profiles/${PROFILE}/benefits/claimable`]: () => json({ data: [free] }),
      [CLAIM]: () => json({ data: own(2) }, 201),
    });
    await claimBenefit(page.loyalty, page.offer);
    expect(available(page)).toBe(4_200);
    expect(page.sent.some(({ path }) => path.endsWith('/balances'))).toBe(false);
  });

  it('that is answered without a body has the texts of the offer, with their languages', async () => {
    const french = { ...DEFINITION, text_languages: { name: 'fr' } };
    const page = await open({
      [`GET /v3/profiles/${PROFILE}/benefits/claimable`]: () => json({ data: [french] }),
      [OWNED]: () => json({ data: [] }),
      [CLAIM]: () => json(undefined, 204),
    });
    const { benefit } = await claimBenefit(page.loyalty, page.offer);
    expect(benefit).toMatchObject({ name: 'Lounge', languages: { name: 'fr' } });
  });

  it('shows a benefit once that was there already', async () => {
    const page = await open({ [CLAIM]: () => json({ data: own(1) }) });
    await claimBenefit(page.loyalty, page.offer);
    expect(page.ids()).toEqual([1]);
  });

  it('that is refused changes nothing', async () => {
    const page = await open({ [CLAIM]: () => refusal(422) });
    await expect(claimBenefit(page.loyalty, page.offer)).rejects.toMatchObject({ code: 'validation' });
    expect([page.ids(), available(page)]).toEqual([[1], 4_200]);
  });
});

describe('benefits', () => {
  const OFFER = { id: 5, name: 'Lounge', pointsCost: 200 } as unknown as BenefitOffer;

  it.each<[string, object]>([
    ['is used', { redeemed_at: '2026-01-01T00:00:00Z' }],
    ['can be claimed', { is_claimable: true }],
    ['is not claimed', { is_claimed: false }],
    ['has no uses left', { uses_left: 0 }],
    ['has ended', { expires_at: '2020-01-01T00:00:00Z' }],
  ])('of the customer are not what %s', (_, more) => {
    expect(readOwnedBenefit(own(1, more))).toBeUndefined();
  });

  it.each<[object]>([
    [{}],
    [{ uses_left: 1 }],
    [{ uses_left: null, redeemed_at: null, is_claimed: true, is_claimable: false }],
    [{ expires_at: '2099-01-01T00:00:00Z' }],
  ])('of the customer are those with %j', (more) => {
    expect(readOwnedBenefit(own(1, more))).toMatchObject({ id: 1, definitionId: 5, name: 'Lounge' });
  });

  it('without their definition have the name of the claimed one, and are bad answers without either', () => {
    const bare = { id: 1, benefit_definition_id: 5 };
    expect(readOwnedBenefit(bare, OFFER)).toMatchObject({ name: 'Lounge', uses: undefined });
    expect(() => readOwnedBenefit(bare)).toThrow('definition.name');
    expect(() => readOwnedBenefit({ ...own(1), id: undefined })).toThrow('id');
  });

  it('have how to use them, with the terms', () => {
    const instructions = (definition: object) =>
      readOwnedBenefit(own(1, { definition: { ...DEFINITION, ...definition } }))!.instructions;
    expect(
      instructions({ long_description: 'Long.', description: 'Short.', terms_conditions: 'Terms.' }),
    ).toBe('Long.\nTerms.');
    expect(instructions({ description: 'Short.' })).toBe('Short.');
    expect(instructions({})).toBeUndefined();
    const language = (definition: object) =>
      readOwnedBenefit(own(1, { definition: { ...DEFINITION, ...definition } }))!.languages?.['instructions'];
    const texts = { description: 'Short.', terms_conditions: 'Terms.' };
    expect(language({ ...texts, text_languages: { description: 'fr' } })).toBe('fr');
    expect(language(texts)).toBeUndefined();
    expect(
      language({ description: 'Short.', long_description: 'Long.', text_languages: { description: 'fr' } }),
    ).toBeUndefined();
  });

  it('that can be claimed are the cheapest first, those without a price last, and none that is not for the customer', async () => {
    const { shown } = await open({
      [`GET /v3/profiles/${PROFILE}/benefits/claimable`]: () =>
        json({
          data: [
            { id: 1, name: 'Unknown' },
            { id: 2, name: 'Dear', points_cost: 300 },
            { id: 3, name: 'Free', points_cost: 0 },
            { id: 4, name: 'Negative', points_cost: -5 },
            { id: 5, name: 'Refused', points_cost: 1, eligibility: { claimable: false } },
            { id: 6, name: 'Allowed', points_cost: 1, eligibility: { claimable: true } },
          ],
        }),
    });
    expect(shown.state.value!.offers.map(({ id, pointsCost }) => [id, pointsCost])).toEqual([
      [3, 0],
      [4, 0],
      [6, 1],
      [2, 300],
      [1, undefined],
    ]);
  });
});
