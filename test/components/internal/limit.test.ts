import { expect } from '@open-wc/testing';
import { profileTier } from '../../../src/services/contract/endpoints/index.ts';
import { createMapping } from '../../../src/services/transport/tenant/mapping.ts';

describe('limit of a tenant file', () => {
  afterEach(() => localStorage.clear());

  it('counts the requests of the pages before', async () => {
    const limit = { requests: 2, perSeconds: 0.3 };
    const sent: number[] = [];
    const ask = async () => {
      sent.push(Date.now());
      return { body: { data: { points: 1 } } };
    };
    // Each page has a mapping of its own.
    for (let page = 0; page < 5; page++)
      await createMapping({ limit }, {}, { caller: { browser: window } }).call(
        profileTier,
        { profile: 'p' } as object,
        ask,
      );
    expect(sent[2]! - sent[0]!).to.be.at.least(290);
    expect(sent[4]! - sent[2]!).to.be.at.least(290);
  });
});
