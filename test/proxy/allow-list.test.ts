import { describe, expect, it } from 'vitest';
import { CATALOGUE, isProfileScoped } from '../../src/proxy/allow-list/allow-list.ts';
import { createMatcher } from '../../src/proxy/allow-list/matcher.ts';
import { allowedEndpoints, DENIED, denialOf } from '../../src/proxy/index.ts';
import { endpoint } from '../../src/services/contract/endpoint.ts';

const line = ({ method, path }: { method: string; path: string }) => `${method.padEnd(6)} ${path}`;
const byPath = (a: { path: string; method: string }, b: { path: string; method: string }) =>
  a.path.localeCompare(b.path) || a.method.localeCompare(b.method);

describe('allow list', () => {
  it('equals the stored list, so that a new endpoint shows whether it is allowed or denied', async () => {
    const allowed = [...allowedEndpoints()].sort(byPath).map(line);
    const denied = CATALOGUE.filter((one) => isProfileScoped(one) && denialOf(one))
      .sort(byPath)
      .map((one) => `${line(one)}  — ${denialOf(one)?.reason}`);
    const text = `ALLOWED (${allowed.length})\n${allowed.join('\n')}\n\nDENIED although profile-scoped (${denied.length})\n${denied.join('\n')}\n`;
    await expect(text).toMatchFileSnapshot('./allow-list.txt');
  });

  const NOT_SCOPED = [
    'GET    /v3/rewards/definitions',
    'GET    /v3/tiers/definitions',
    'GET    /v3/tiers/definitions/{definition}',
    'GET    /v3/lists/shares/{handle}/no_profile',
    'POST   /v3/incentives/estimate',
    'GET    /v3/identities/search-profile/{identifier}',
  ];
  const notScoped = (upstream: 'customer' | 'service') =>
    allowedEndpoints([], upstream).filter((one) => !isProfileScoped(one));

  it('allows only these endpoints that are not below a profile', () => {
    expect(notScoped('service').map(line)).toEqual(NOT_SCOPED);
  });

  it("allows shared lists and reservations only with the customer's own token, because the service checks it for them", () => {
    expect(notScoped('customer').map(line)).toEqual([
      ...NOT_SCOPED,
      'GET    /v3/lists/shares/{handle}',
      'POST   /v3/lists/shares/{handle}/claim',
      'GET    /v3/list/items/{itemId}/reservations',
      'POST   /v3/list/items/{itemId}/reservations',
      'GET    /v3/list/items/{itemId}/reservations/{reservationId}',
      'PUT    /v3/list/items/{itemId}/reservations/{reservationId}',
      'DELETE /v3/list/items/{itemId}/reservations/{reservationId}',
    ]);
  });

  it('allows no webhook, batch, import, purge or merge, no GET that changes data and no write to transactions', () => {
    const forbidden = /webhook|batch|import|purge|merge|unattach|resync|calculate|assign|\/type$/;
    expect(allowedEndpoints().filter(({ path }) => forbidden.test(path))).toEqual([]);
    const writes = allowedEndpoints().filter(({ method }) => method !== 'GET');
    expect(
      writes.filter(({ path }) =>
        /transaction(?!s\/claims|Claim)|orders|identities|\/points|credits|tiers/.test(path),
      ),
    ).toEqual([]);
  });

  it('has a reason for every denial', () => {
    for (const { methods } of DENIED) expect(methods).toMatch(/^(writes|all)$/);
    for (const { reason } of DENIED) expect(reason).toMatch(/^[a-z]/);
  });
});

describe('matcher', () => {
  const show = endpoint('GET', '/v3/profiles/{profile}/tiers/{tier}', 'a');
  const act = endpoint('GET', '/v3/profiles/{profile}/tiers/calculate', 'b');
  const claims = endpoint('GET', '/v3/profiles/{profile}/transactions/claims/{claim}', 'c');
  const unattach = endpoint('GET', '/v3/profiles/{profile}/transactions/{transaction}/unattach', 'd');
  const claim = endpoint('POST', '/v3/profiles/{profile}/benefits/claim', 'e');
  const grant = endpoint('POST', '/v3/profiles/{profile}/benefits/{benefit}', 'f');
  const all = [grant, claim, unattach, claims, show, act];
  const allowed = new Set([show, claims, claim]);
  const match = createMatcher(all, allowed);
  const find = (matcher: typeof match, method: string, path: string) =>
    matcher(method, path.slice(1).split('/'));

  it('prefers the most literal path', () => {
    expect(find(match, 'GET', '/v3/profiles/1/tiers/gold')).toEqual({
      endpoint: show,
      parameters: { profile: '1', tier: 'gold' },
    });
    expect(find(match, 'POST', '/v3/profiles/1/benefits/claim')).toMatchObject({ endpoint: claim });
  });

  it('does not match a denied endpoint as a value of an allowed one', () => {
    expect(find(match, 'GET', '/v3/profiles/1/tiers/calculate')).toBeUndefined();
    expect(find(match, 'POST', '/v3/profiles/1/benefits/x')).toBeUndefined();
  });

  it('matches the denied endpoint in a twin that knows only the allowed ones', () => {
    const twin = createMatcher([...allowed], allowed);
    expect(find(twin, 'GET', '/v3/profiles/1/tiers/calculate')).toMatchObject({ endpoint: show });
  });

  it('does not match a path that another server could read as a denied endpoint', () => {
    expect(find(match, 'GET', '/v3/profiles/1/transactions/claims/unattach')).toBeUndefined();
    expect(find(match, 'GET', '/v3/profiles/1/transactions/claims/7')).toMatchObject({ endpoint: claims });
  });

  it('returns the methods that a path takes, and compares case-sensitively', () => {
    expect(find(match, 'DELETE', '/v3/profiles/1/tiers/gold')).toEqual(['GET']);
    expect(find(match, 'GET', '/v3/Profiles/1/tiers/gold')).toBeUndefined();
    expect(find(match, 'get', '/v3/profiles/1/tiers/gold')).toEqual(['GET']);
  });
});
