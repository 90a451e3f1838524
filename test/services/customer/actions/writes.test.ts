import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoyaltySettings } from '../../../../src/services/customer/config.ts';
import { createLoyalty, type Loyalty } from '../../../../src/services/customer/loyalty.ts';
import { balances } from '../../../../src/services/customer/resources/balances.ts';
import { claimReceipt } from '../../../../src/services/customer/actions/claim-receipt.ts';
import { claimReward } from '../../../../src/services/customer/actions/claim-reward.ts';
import { receipts } from '../../../../src/services/customer/resources/receipts.ts';
import { rewards, type RewardOffer } from '../../../../src/services/customer/resources/rewards.ts';
import { outlookOf } from '../../../../src/services/customer/actions/outlook.ts';
// Loaded at once: a test that waits need not wait for a disk.
import '../../../../src/services/customer/actions/send-write.ts';
import '../../../../src/services/transport/tenant/mapping.ts';
import type { LoyaltyError } from '../../../../src/services/transport/errors.ts';
import type { TenantFile } from '../../../../src/services/transport/tenant/tenant-file.ts';
import { json, refusal, settled } from '../../../support/client-fetch.ts';
import { DEFINITION, openLoyalty, PROFILE, REWARD, SIGNED_IN } from '../../../support/client-programme.ts';

const CLAIM = `POST /v3/profiles/${PROFILE}/rewards`;
const OFFER: RewardOffer = {
  id: 7,
  name: 'Coffee',
  pointsCost: 500,
  imageUrl: undefined,
  icon: undefined,
  description: undefined,
  refusal: undefined,
  minimumSpend: undefined,
};

/** What the service answers to a write. */
type Answer = 'reply' | 'unreadable' | 'no JSON' | 'cut' | 'bad gateway' | 'gateway timeout' | 'refused';

afterEach(() => void vi.useRealTimers());

/** A page at a service that shows its writes `lag` seconds late, and answers claims so; `isDone`: whether it does them. */
async function opened(
  tenantFile: TenantFile | undefined,
  lag: number,
  answers: readonly { readonly answer: Answer; readonly isDone?: boolean }[],
  more: Partial<LoyaltySettings> = {},
) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_800_000_000_000 });
  const memory = {};
  const claims: { readonly at: number; readonly key: string | undefined }[] = [];
  const done: number[] = [];
  const seen = () => done.filter((at) => at + lag * 1_000 <= Date.now()).length;
  const keys = new Set<string>();
  const open = openLoyalty(
    {
      [`GET /v3/profiles/${PROFILE}/balances`]: () =>
        json({ data: { points: { available: 4_200 - 500 * seen() } } }),
      [`GET /v3/profiles/${PROFILE}/rewards`]: () =>
        json({ data: Array.from({ length: seen() }, (_, at) => ({ ...REWARD, id: 80 + at })) }),
      'GET /v3/rewards/definitions': () => json({ data: [DEFINITION] }),
      [CLAIM]: ({ headers }) => {
        const key = headers['idempotency-key'];
        const { answer, isDone = true } = answers[claims.length]!;
        claims.push({ at: Date.now(), key });
        const isRepeated = tenantFile?.idempotency?.honoured && key !== undefined && keys.has(key);
        if (isDone && answer !== 'refused' && !isRepeated) done.push(Date.now());
        if (key !== undefined && isDone) keys.add(key);
        if (answer === 'cut') throw new TypeError('Failed to fetch');
        if (answer === 'bad gateway') return refusal(502);
        if (answer === 'gateway timeout') return refusal(504);
        if (answer === 'refused') return refusal(422);
        if (answer === 'no JSON') return new Response('<h1>Done</h1>', { status: 201 });
        return json(answer === 'reply' ? { data: { ...REWARD, id: 79 + done.length } } : {}, 201);
      },
    },
    { ...SIGNED_IN, tenantFile, ...more },
    { memory },
  );
  const { loyalty } = open;
  loyalty.resource(balances).subscribe(() => {});
  loyalty.resource(rewards).subscribe(() => {});
  await flushed();
  return { ...open, claims, done, environment: { fetch: open.fetch, memory } };
}

/** Lets what is ready go on, without time passing. */
async function flushed(): Promise<void> {
  await settled();
  await settled();
}

/** The outcome of an action while time passes. */
async function outcome<T>(action: Promise<T>, seconds = 31) {
  const result = action.then(
    (value) => ({ value, error: undefined }),
    (error: LoyaltyError) => ({ value: undefined, error }),
  );
  for (let at = 0; at < seconds * 2; at++) {
    await flushed();
    await vi.advanceTimersByTimeAsync(500);
  }
  await flushed();
  return result;
}

const points = (loyalty: Loyalty) => loyalty.resource(balances).state.value?.available;
const owned = (loyalty: Loyalty) => loyalty.resource(rewards).state.value?.owned.length;

describe('the claim after one', () => {
  it.each(['reply', 'unreadable', 'no JSON', 'refused', 'cut'] as const)(
    'is another one, with a key of its own, where the outcome of the first is known: %s',
    async (answer) => {
      const file = { lag: 0, idempotency: { honoured: true } };
      const { loyalty, claims } = await opened(file, 0, [{ answer }, { answer: 'reply' }]);
      await outcome(claimReward(loyalty, OFFER), 3);
      expect((await outcome(claimReward(loyalty, OFFER), 3)).value).toBeDefined();
      expect(claims).toHaveLength(2);
      expect(claims[1]!.key).not.toBe(claims[0]!.key);
    },
  );
});

describe('a claim whose answer is lost', () => {
  it.each(['cut', 'bad gateway'] as const)('is found by a read after the lag: %s', async (answer) => {
    const { loyalty, claims } = await opened({ lag: 1.5 }, 1.5, [{ answer }]);
    const { value } = await outcome(claimReward(loyalty, OFFER), 3);
    expect(value).toMatchObject({ reward: { id: 80 } });
    expect([claims.length, points(loyalty), owned(loyalty)]).toEqual([1, 3_700, 1]);
  });

  it('had no effect where a read after the lag shows none, and can be sent again', async () => {
    const { loyalty, claims } = await opened({ lag: 1.5 }, 1.5, [
      { answer: 'cut', isDone: false },
      { answer: 'reply' },
    ]);
    const { error } = await outcome(claimReward(loyalty, OFFER), 3);
    expect(outlookOf(error!).kind).toBe('undone');
    const again = await outcome(claimReward(loyalty, OFFER), 3);
    expect(again.value).toBeDefined();
    expect([claims.length, claims[0]!.key]).toEqual([2, claims[1]!.key]);
  });

  it.each([undefined, {}, { idempotency: { honoured: false } }])(
    'is not known without a lag in the tenant file, and is not sent again for a minute: %j',
    async (file) => {
      const { loyalty, claims } = await opened(file, 20, [
        { answer: 'cut', isDone: false },
        { answer: 'reply' },
      ]);
      const { error } = await outcome(claimReward(loyalty, OFFER), 2);
      expect(outlookOf(error!).kind).toBe('unknown');
      const second = await outcome(claimReward(loyalty, OFFER), 50);
      expect(outlookOf(second.error!).kind).toBe('unknown');
      expect(claims).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(20_000);
      expect((await outcome(claimReward(loyalty, OFFER), 2)).value).toBeDefined();
      expect(claims).toHaveLength(2);
    },
  );

  it('is found by the next press, which sends nothing, and the one after that is a new claim', async () => {
    const { loyalty, claims } = await opened({}, 20, [{ answer: 'cut' }, { answer: 'reply' }]);
    await outcome(claimReward(loyalty, OFFER), 25);
    const { value } = await outcome(claimReward(loyalty, OFFER), 2);
    expect(value).toMatchObject({ reward: { id: 80 } });
    expect(claims).toHaveLength(1);
    expect((await outcome(claimReward(loyalty, OFFER), 2)).value).toMatchObject({ reward: { id: 81 } });
    expect(claims[1]!.key).not.toBe(claims[0]!.key);
  });

  it('counts once with a key that is honoured, also after the question was closed', async () => {
    const file = { idempotency: { honoured: true } };
    const { loyalty, claims, done } = await opened(file, 20, [{ answer: 'cut' }, { answer: 'reply' }]);
    const { error } = await outcome(claimReward(loyalty, OFFER), 2);
    expect(outlookOf(error!).kind).toBe('once');
    await outcome(claimReward(loyalty, OFFER), 2);
    expect([claims.length, claims[0]!.key, done.length]).toEqual([2, claims[1]!.key, 1]);
  });

  it('is not proven to have had no effect after a deadline, when the service may still be working', async () => {
    const { loyalty } = await opened({ lag: 0 }, 0, [{ answer: 'gateway timeout', isDone: false }]);
    const { error } = await outcome(claimReward(loyalty, OFFER), 2);
    expect(outlookOf(error!).kind).toBe('unknown');
  });

  it('is not sent again by the page after a reload', async () => {
    const { loyalty, claims, environment } = await opened({}, 0, [{ answer: 'cut', isDone: false }]);
    await outcome(claimReward(loyalty, OFFER), 2);
    const next = createLoyalty({ ...SIGNED_IN, tenantFile: {} }, environment);
    const { error } = await outcome(claimReward(next, OFFER), 2);
    expect(outlookOf(error!).kind).toBe('unknown');
    expect(claims).toHaveLength(1);
  });
});

describe('a claim that is done', () => {
  it('whose reply cannot be read is shown, read again, and never sent again', async () => {
    const { loyalty, claims, console } = await opened({ lag: 1.5 }, 1.5, [{ answer: 'unreadable' }]);
    const { value } = await outcome(claimReward(loyalty, OFFER), 4);
    expect(value).toMatchObject({ reward: { id: 80 } });
    expect([claims.length, points(loyalty), owned(loyalty)]).toEqual([1, 3_700, 1]);
    const lines = console.error.mock.calls.map(([, line]) => String(line));
    expect(lines.filter((line) => line.includes('The write is done'))).toHaveLength(1);
  });

  it('stays shown until the service shows it, and then the service decides', async () => {
    const { loyalty } = await opened({ lag: 1.5 }, 1.5, [{ answer: 'reply' }]);
    await claimReward(loyalty, OFFER);
    expect([points(loyalty), owned(loyalty)]).toEqual([3_700, 1]);
    await flushed();
    expect([points(loyalty), owned(loyalty)]).toEqual([3_700, 1]);
    await outcome(Promise.resolve(), 3);
    expect([points(loyalty), owned(loyalty)]).toEqual([3_700, 1]);
    expect(loyalty.resource(rewards).state.status).toBe('complete');
  });

  it('is not read by a page that is opened within the lag', async () => {
    const { loyalty, sent } = await opened({ lag: 2 }, 2, [{ answer: 'reply' }]);
    await claimReward(loyalty, OFFER);
    sent.length = 0;
    const read = loyalty.resource(rewards).refresh();
    await flushed();
    expect(sent).toEqual([]);
    await outcome(read, 3);
    expect(sent.length).toBeGreaterThan(0);
  });
});

it('a refusal is a refusal, and the next claim has another key', async () => {
  const { loyalty, claims } = await opened({}, 0, [{ answer: 'refused' }, { answer: 'reply' }]);
  const { error } = await outcome(claimReward(loyalty, OFFER), 1);
  expect(outlookOf(error!)).toEqual({ kind: 'refused' });
  await outcome(claimReward(loyalty, OFFER), 1);
  expect(claims[0]!.key).not.toBe(claims[1]!.key);
});

it('a receipt without an honoured key is stored once', async () => {
  let stored = 0;
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const { loyalty } = openLoyalty(
    {
      [`GET /v3/profiles/${PROFILE}/transactions/claims`]: () => json({ data: [] }),
      [`POST /v3/profiles/${PROFILE}/transactions/claims`]: () => {
        stored++;
        throw new TypeError('Failed to fetch');
      },
    },
    { ...SIGNED_IN, tenantFile: { idempotency: { honoured: false } } },
  );
  loyalty.resource(receipts).subscribe(() => {});
  await flushed();
  const receipt = { number: 'R-1', total: 5, day: undefined };
  for (let press = 0; press < 3; press++) {
    const { error } = await outcome(claimReceipt(loyalty, receipt), 2);
    expect(outlookOf(error!).kind).toBe('unknown');
  }
  expect(stored).toBe(1);
});
