import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limitConcurrency } from '../../../../demo/service/auth/limit-concurrency.ts';
import { checkHeld, checkScopes } from '../../../../demo/service/auth/check-grant.ts';
import { fitsPassword, hashPassword } from '../../../../demo/service/auth/passwords.ts';
import { machineOf, type Principal } from '../../../../demo/service/auth/principal.ts';
import { covers, isScope, scopeFor, scopes } from '../../../../demo/service/auth/scopes.ts';

const machine = (held: readonly string[], permissions: readonly string[] = ['*']): Principal => ({
  kind: 'machine',
  tokenId: 1,
  userId: 1,
  clientId: null,
  scopes: held,
  permissions,
});
const customer = (held: readonly string[]): Principal => ({
  kind: 'customer',
  tokenId: 1,
  profileId: 'p',
  userId: null,
  scopes: held,
});
const problem = (status: number, message: unknown = expect.any(String)) =>
  expect.objectContaining({ status, message }) as Error;
const noScope = (...names: string[]) =>
  expect.objectContaining({
    status: 422,
    details: { errors: { scopes: names.map((name) => `There is no scope ${name} to give.`) } },
  }) as Error;

describe('machineOf', () => {
  it('gives a user, and refuses a customer', () => {
    const user = machine(['*']);
    expect(machineOf(user)).toBe(user);
    expect(() => machineOf(customer(['*']))).toThrow(problem(403));
  });
});

describe('scopes', () => {
  it('are one for reading and one for writing in each section', () => {
    expect(scopes).toEqual([
      'profiles.read',
      'profiles.write',
      'commerce.read',
      'commerce.write',
      'incentives.read',
      'incentives.write',
      'lists.read',
      'lists.write',
      'automation.read',
      'automation.write',
      'organisations.read',
      'organisations.write',
      'configuration.read',
      'configuration.write',
      'platform.read',
      'platform.write',
      'auth.read',
      'auth.write',
    ]);
    expect([scopeFor('lists', true), scopeFor('lists', false)]).toEqual(['lists.write', 'lists.read']);
  });

  it.each([
    ['*', true],
    ['lists.read', true],
    ['lists', false],
    ['lists.', false],
    ['lists.*', false],
    ['', false],
    ['Lists.read', false],
  ])('%j is a scope: %s', (name, is) => {
    expect(isScope(name)).toBe(is);
  });

  it('include themselves, and * includes all', () => {
    expect(covers(['lists.read'], 'lists.read')).toBe(true);
    expect(covers(['*'], 'lists.read')).toBe(true);
    expect(covers(['lists.write'], 'lists.read')).toBe(false);
    expect(covers(['lists.read'], '*')).toBe(false);
    expect(covers([], 'lists.read')).toBe(false);
  });
});

describe('checkScopes', () => {
  it('accepts scopes that the token and the roles have', () => {
    expect(() => checkScopes(['lists.read', 'lists.write'], machine(['*']))).not.toThrow();
    expect(() => checkScopes(['*'], machine(['*']))).not.toThrow();
    expect(() => checkScopes(['lists.read'], machine(['lists.read'], ['lists.read']))).not.toThrow();
    expect(() => checkScopes(['lists.read'], machine(['*']), ['lists.read'])).not.toThrow();
  });

  it.each<
    [what: string, wanted: string[], principal: Principal, allowed: string[] | undefined, beyond: string[]]
  >([
    ['an unknown scope', ['lists.read', 'x'], machine(['*']), undefined, ['x']],
    [
      'a scope beyond the token',
      ['lists.read', 'lists.write'],
      machine(['lists.read']),
      undefined,
      ['lists.write'],
    ],
    ['a scope beyond the roles', ['lists.write'], machine(['*'], ['lists.read']), undefined, ['lists.write']],
    ['all scopes', ['*'], machine(['lists.read']), undefined, ['*']],
    [
      'a scope outside the allowed ones',
      ['auth.read', 'lists.read'],
      machine(['*']),
      ['lists.read'],
      ['auth.read'],
    ],
  ])('refuses %s', (_, wanted, principal, allowed, beyond) => {
    expect(() => checkScopes(wanted, principal, allowed)).toThrow(noScope(...beyond));
  });

  it('refuses an empty list', () => {
    expect(() => checkScopes([], machine(['*']))).toThrow(
      expect.objectContaining({
        details: { errors: { scopes: ['The scopes field is required.'] } },
      }) as Error,
    );
  });
});

describe('checkHeld', () => {
  it('accepts permissions that the token and the roles have, and names the others', () => {
    expect(() => checkHeld(machine(['*']), ['lists.read', '*'], 'It')).not.toThrow();
    expect(() => checkHeld(machine(['lists.read']), [], 'It')).not.toThrow();
    expect(() => checkHeld(customer(['lists.read']), ['lists.read'], 'It')).not.toThrow();
    expect(() => checkHeld(machine(['lists.read']), ['lists.read', 'lists.write', '*'], 'It')).toThrow(
      problem(403, 'It has permissions that this token does not hold: lists.write, *.'),
    );
    expect(() => checkHeld(machine(['*'], ['lists.read']), ['lists.write'], 'It')).toThrow(problem(403));
  });
});

describe('limitConcurrency', () => {
  /** Work that ends when the test calls its function in `ends`. */
  function controlledWork() {
    const ends: (() => void)[] = [];
    const order: number[] = [];
    const work = (number: number) => () =>
      new Promise<number>((resolve) => {
        order.push(number);
        ends.push(() => resolve(number));
      });
    return { ends, order, work };
  }
  const nextTask = () => new Promise((resolve) => setImmediate(resolve));

  it('runs a few calls, the next ones in order, and refuses those beyond the queue', async () => {
    const run = limitConcurrency({ atOnce: 2, waiting: 2 });
    const { ends, order, work } = controlledWork();
    const done = [1, 2, 3, 4].map((number) => run(work(number)));
    await nextTask();
    expect(order).toEqual([1, 2]);
    await expect(run(work(5))).rejects.toEqual(
      expect.objectContaining({ status: 503, details: { headers: { 'Retry-After': '2' } } }),
    );
    ends[1]?.();
    expect(await done[1]).toBe(2);
    await nextTask();
    expect(order).toEqual([1, 2, 3]);
    // A place in the queue is free again, but no slot to run.
    done.push(run(work(6)));
    await nextTask();
    expect(order).toEqual([1, 2, 3]);
    for (let at = 0; at < ends.length; at++) {
      ends[at]?.();
      await nextTask();
    }
    expect(await Promise.all(done)).toEqual([1, 2, 3, 4, 6]);
    expect(order).toEqual([1, 2, 3, 4, 6]);
  });

  it('frees the slot of a failed call, and of a call that ended without others waiting', async () => {
    const run = limitConcurrency({ atOnce: 1, waiting: 0 });
    for (let time = 0; time < 3; time++) {
      await expect(run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
      expect(await run(async () => 'done')).toBe('done');
    }
    const { ends, work } = controlledWork();
    const running = run(work(1));
    await expect(run(work(2))).rejects.toEqual(problem(503));
    ends[0]?.();
    await running;
  });
});

describe('passwords', () => {
  it('are stored as scrypt with a salt of 16 bytes, a cost of 16,384 and a key of 32 bytes', async () => {
    const [one, other] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
    expect(one).not.toBe(other);
    const [scheme, salt = '', key = ''] = one.split('$');
    expect(scheme).toBe('scrypt');
    const bytes = Buffer.from(salt, 'base64url');
    expect(bytes).toHaveLength(16);
    expect(key).toBe(scryptSync('secret', bytes, 32, { N: 16_384, r: 8, p: 1 }).toString('base64url'));
  });

  it('match only their own hash, in any Unicode normalization', async () => {
    const hash = await hashPassword('pässwörd');
    expect(await fitsPassword('pässwörd', hash)).toBe(true);
    expect(await fitsPassword('pa\u0308sswo\u0308rd', hash, 'proven')).toBe(true);
    expect(await fitsPassword('Pässwörd', hash)).toBe(false);
    expect(await fitsPassword('', hash)).toBe(false);
  });

  it.each([undefined, null, '', 'scrypt$$', 'scrypt$c2FsdA$', 'scrypt$c2FsdA$c2hvcnQ'])(
    'do not match the hash %s',
    async (hash) => {
      expect(await fitsPassword('secret', hash)).toBe(false);
    },
  );

  it('without a hash take as long as with one: an unknown name is checked with a fixed salt', async () => {
    const key = scryptSync('secret', Buffer.from('nobody', 'base64url'), 32, { N: 16_384, r: 8, p: 1 });
    // The fixed salt matches only where a stored hash has it, never for an unknown name.
    expect(await fitsPassword('secret', `scrypt$nobody$${key.toString('base64url')}`)).toBe(true);
    expect(await fitsPassword('secret', undefined)).toBe(false);
  });
});
