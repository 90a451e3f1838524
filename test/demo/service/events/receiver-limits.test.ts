import { describe, expect, it } from 'vitest';
import { createReceiverLimits, type ReceiverSlot } from '../../../../demo/service/events/receiver-limits.ts';

describe('limits of a receiver', () => {
  const answered = { status: 200, error: null, retryAfter: undefined, durationMs: 20 };
  const open = () => {
    let now = 0;
    const slots = createReceiverLimits(() => now);
    const acquire = (times: number) => Array.from({ length: times }, () => slots.acquire('webhook:1'));
    return { slots, acquire, pass: (ms: number) => (now += ms) };
  };
  const isSlot = (slot: ReceiverSlot | number): slot is ReceiverSlot => typeof slot !== 'number';

  it('allow five concurrent requests before the first reply, and postpone the sixth', () => {
    const { acquire } = open();
    expect(acquire(7).map(isSlot)).toEqual([true, true, true, true, true, false, false]);
  });

  it('allow any number after a fast reply', () => {
    const { slots, acquire } = open();
    const [first] = acquire(1);
    if (first && isSlot(first)) first.release(answered);
    expect(acquire(50).every(isSlot)).toBe(true);
    expect(isSlot(slots.acquire('webhook:2'))).toBe(true);
  });

  it.each([
    ['of 1,999 ms', { ...answered, durationMs: 1_999 }, true],
    ['of 2 s', { ...answered, durationMs: 2_000 }, false],
    ['that is none', { ...answered, status: null }, false],
  ])('allow more than five only after a fast reply: one %s', (_, reply, isFast) => {
    const { acquire } = open();
    const [first] = acquire(1);
    if (first && isSlot(first)) first.release(reply);
    expect(acquire(6).every(isSlot)).toBe(isFast);
  });

  it('allow five again when a request has no reply for a second, long before its timeout', () => {
    const { acquire, pass } = open();
    const [first] = acquire(1);
    if (first && isSlot(first)) first.release(answered);
    const acquired = acquire(20).filter(isSlot);
    pass(1_000);
    acquired.push(...acquire(1).filter(isSlot));
    pass(1);
    expect(acquire(1)).toEqual([500]);
    for (const slot of acquired.slice(0, 17)) slot.release(undefined);
    expect(acquire(2).map(isSlot)).toEqual([true, false]);
  });

  it('postpone longer each time', () => {
    const { acquire } = open();
    expect(acquire(8).slice(5)).toEqual([500, 550, 600]);
  });

  it('postpone by a minute at most', () => {
    expect(open().acquire(1_500).slice(-2)).toEqual([60_000, 60_000]);
  });
});
