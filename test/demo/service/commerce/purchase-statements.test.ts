import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { purchase } from '../../../support/service-purchases.ts';
import { recordStatements, type Statements } from '../redemptions/statements.ts';

describe('a purchase', () => {
  let programme: Programme;
  let statements: Statements;
  beforeAll(async () => {
    programme = await openProgramme();
    statements = recordStatements();
  });
  afterAll(async () => {
    statements.stop();
    await programme.service.drop();
  });

  it('of a member takes at most 12 statements', async () => {
    const member = await programme.join();
    await programme.buy(50, { profile_id: member });
    statements.take();
    const items = [{ product_id: 'hp-1001', name: 'Candle', quantity: 2, price: '24.75' }];
    await programme.ask(on.addTransaction, { body: purchase({ profile_id: member, items }) });
    const sent = statements.take();
    expect(sent.length).toBeLessThanOrEqual(12);
  });
});
