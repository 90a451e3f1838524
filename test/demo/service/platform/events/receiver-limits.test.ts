import { describe, expect, it } from 'vitest';
import {
  createReceiverLimits,
  type ReceiverSlot,
} from '../../../../../demo/service/platform/events/receiver-limits.ts';

describe('limits of a receiver', () => {
  const answered = { status: 200, error: null, retryAfter: undefined, durationMs: 20 };
  const open = () => {
    let now = 0;
    const turns = createReceiverLimits(() => now);
    const take = (times: number) => Array.from({ length: times }, () => turns.take('webhook:1'));
    return { turns, take, pass: (ms: number) => (now += ms) };
  };
  const isTurn = (turn: ReceiverSlot | number): turn is ReceiverSlot => typeof turn !== 'number';

  it('allow five concurrent requests before the first reply, and postpone the sixth', () => {
    const { take } = open();
    expect(take(7).map(isTurn)).toEqual([true, true, true, true, true, false, false]);
  });

  it('allow any number after a fast reply', () => {
    const { turns, take } = open();
    const [first] = take(1);
    if (first && isTurn(first)) first.release(answered);
    expect(take(50).every(isTurn)).toBe(true);
    expect(isTurn(turns.take('webhook:2'))).toBe(true);
  });

  it('allow five again when a request has no reply for a second, long before its timeout', () => {
    const { take, pass } = open();
    const [first] = take(1);
    if (first && isTurn(first)) first.release(answered);
    const taken = take(20).filter(isTurn);
    pass(1_001);
    expect(take(1)).toEqual([500]);
    for (const turn of taken.slice(0, 16)) turn.release(undefined);
    expect(take(2).map(isTurn)).toEqual([true, false]);
  });

  it('postpone longer each time', () => {
    const { take } = open();
    expect(take(8).slice(5)).toEqual([500, 550, 600]);
  });
});
