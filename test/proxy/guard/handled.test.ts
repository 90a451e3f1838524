import { describe, expect, it } from 'vitest';
import { accessLine } from '../../../src/proxy/access-log.ts';
import { readTarget } from '../../../src/proxy/guard/target.ts';
import { describeRequest } from '../../../src/proxy/handled.ts';

const described = (method: string, path: string) => describeRequest(method, readTarget(path));

describe('what a log says of a request', () => {
  it.each(['login', 'create', 'code', 'logout', 'page'])('is the name of its own route: %s', (operation) => {
    expect(described('POST', `/${operation}`)).toEqual({ method: 'POST', operation, profile: undefined });
  });

  it('is the id of the operation, and the profile that the path names', () => {
    expect(described('GET', '/v3/profiles/p-1/balances?x=secret')).toEqual({
      method: 'GET',
      operation: 'profiles.balances.show',
      profile: 'p-1',
    });
    expect(described('GET', '/v3/rewards/definitions')).toEqual({
      method: 'GET',
      operation: 'rewards.definitions.index',
      profile: undefined,
    });
  });

  it.each([
    ['an address that is none', 'GET', '/v3/secret'],
    ['a method that the address does not have', 'PATCH', '/v3/profiles/p-1/balances'],
    ['more than a route of its own', 'POST', '/login/secret'],
    ['no path', 'GET', '/'],
  ])('is nothing that the client sent, for %s', (_, method, path) => {
    expect(described(method, path)).toEqual({ method, operation: 'none', profile: undefined });
  });

  it('is nothing at all for a path that cannot be read', () => {
    expect(describeRequest('GET', undefined)).toEqual({
      method: 'GET',
      operation: 'none',
      profile: undefined,
    });
  });

  it('is one of the methods of HTTP, or another one', () => {
    const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];
    for (const method of known) expect(described(method, '/secret').method).toBe(method);
    for (const method of ['SECRET', '', 'get'])
      for (const path of ['/secret', '/login', '/v3/profiles/p-1/balances'])
        expect(described(method, path).method).toBe('other');
  });
});

describe('a line of the access log', () => {
  const request = {
    method: 'GET',
    operation: 'profiles.balances.show',
    status: 200,
    durationMs: 12.3456,
    profile: 'p-1',
  };
  const now = new Date(Date.UTC(2026, 0, 2));
  const line = {
    time: '2026-01-02T00:00:00.000Z',
    method: 'GET',
    operation: 'profiles.balances.show',
    status: 200,
    ms: 12.3,
  };

  it('is JSON without the customer', () => {
    expect(accessLine(request, 'requests', now)).toBe(JSON.stringify(line));
  });

  it('names the customer where the shop wants that', () => {
    expect(JSON.parse(accessLine(request, 'customers', now))).toEqual({ ...line, profile: 'p-1' });
  });

  it('has the time at which it is written', () => {
    const { time } = JSON.parse(accessLine(request, 'requests')) as { time: string };
    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
  });
});
