import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '../../../support/service-open.ts';

const ORIGIN = 'http://127.0.0.1:4010';
const path = '/api/v3/profiles/profile-1002/balances';

describe('media type of responses', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  const asked: [number, string, RequestInit][] = [
    [200, path, {}],
    [401, path, { headers: { Authorization: 'Bearer nobody' } }],
    [404, '/api/v3/nothing', {}],
    [405, path, { method: 'DELETE' }],
    [422, `${path.replace('balances', 'redemptions')}?filter[none]=1`, {}],
  ];
  const accepted = [undefined, '*/*', 'text/html,application/xhtml+xml', 'image/png'];

  it.each(accepted.flatMap((accept) => asked.map((one) => [accept, ...one] as const)))(
    'is JSON for Accept %s: status %i of %s',
    async (accept, status, address, { headers, ...init }) => {
      const request = new Request(ORIGIN + address, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...(accept && { Accept: accept }), ...headers },
      });
      const answer = await service.app.fetch(request);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
      expect(answer.headers.get('location')).toBe(null);
      expect(await answer.json()).toEqual(expect.any(Object));
    },
  );
});
