import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const COMPOSED = 'Jubiläum';
const DECOMPOSED = COMPOSED.normalize('NFD');

describe('filters of names', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it('find composed and decomposed letters by either, and no other letter', async () => {
    for (const name of [DECOMPOSED, 'Jubilaum'])
      await service.call(on.addBrand, { token, body: { name, handle: `brand-${name.length}` } });
    const found = async (operator: string, value: string): Promise<string[]> => {
      const query = `?filter[name]${operator}=${encodeURIComponent(value)}`;
      const { body } = await service.call(on.brands, { token, query });
      return body.data.map(({ name }: { name: string }) => name);
    };
    for (const value of [COMPOSED, DECOMPOSED]) {
      expect(await found('', value)).toEqual([DECOMPOSED]);
      expect(await found('[in]', `x, ${value}`)).toEqual([DECOMPOSED]);
      for (const operator of ['[ne]', '[not_in]']) {
        expect(await found(operator, value)).toContain('Jubilaum');
        expect(await found(operator, value)).not.toContain(DECOMPOSED);
      }
    }
    expect(await found('', 'Jubilaum')).toEqual(['Jubilaum']);
  });
});
