import { describe, expect, it } from 'vitest';
import {
  createReceiverLimits,
  type ReceiverSlot,
} from '../../../../../demo/service/platform/events/receiver-limits.ts';

describe('turns of a receiver', () => {
  const answered = { status: 200, error: null, retryAfter: undefined, durationMs: 20 };
  const open = () => {
    let now = 0;
    const turns = createReceiverLimits(() => now);
    const take = (times: number) => Array.from({ length: times }, () => turns.take('webhook:1'));
    return { turns, take, pass: (ms: number) => (now += ms) };
  };
  const isTurn = (turn: ReceiverSlot | number): turn is ReceiverSlot => typeof turn !== 'number';

  it('are five while nobody knows it, and the sixth is put off', () => {
    const { take } = open();
    expect(take(7).map(isTurn)).toEqual([true, true, true, true, true, false, false]);
  });

  it('are as many as there are once it has answered quickly', () => {
    const { turns, take } = open();
    const [first] = take(1);
    if (first && isTurn(first)) first.release(answered);
    expect(take(50).every(isTurn)).toBe(true);
    expect(isTurn(turns.take('webhook:2'))).toBe(true);
  });

  it('are five again when one has had no answer for a second, long before it is given up', () => {
    const { take, pass } = open();
    const [first] = take(1);
    if (first && isTurn(first)) first.release(answered);
    const taken = take(20).filter(isTurn);
    pass(1_001);
    expect(take(1)).toEqual([500]);
    for (const turn of taken.slice(0, 16)) turn.release(undefined);
    expect(take(2).map(isTurn)).toEqual([true, false]);
  });

  it('put off longer each time', () => {
    const { take } = open();
    expect(take(8).slice(5)).toEqual([500, 550, 600]);
  });
});
