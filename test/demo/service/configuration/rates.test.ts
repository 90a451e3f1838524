import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editRate, rates } from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('PUT /v3/rates/{rate}', () => {
  let service: OpenService;
  let token: string;
  let id: string;
  const edit = (rate: string, body: unknown, by = token) =>
    service.call(editRate, { token: by, path: { rate }, body });

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
    id = String((await service.call(rates, { token })).body.data[0].id);
  });
  afterAll(() => service.drop());

  it('changes the fields that are sent, and no others', async () => {
    const before = (await service.call(rates, { token })).body.data[0];
    const answer = await edit(id, { value: '0.02' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id: before.id, name: before.name, value: '0.02' } },
    });
  });

  it('answers 404 with a message for an unknown rate', async () => {
    for (const unknown of ['999999999', 'none']) {
      expect(await edit(unknown, { value: '1' })).toMatchObject({
        status: 404,
        body: { message: expect.any(String) },
      });
    }
  });

  it('answers 422 for an amount that is not decimal text, and 403 to customers', async () => {
    expect(await edit(id, { value: 'much' })).toMatchObject({
      status: 422,
      body: { errors: { value: [expect.any(String)] } },
    });
    expect((await edit(id, { value: '1' }, await service.tokenOf('1002'))).status).toBe(403);
  });
});
