import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { mara, openAutomation, type Automation } from '../../../support/service-automation.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('triggers', () => {
  let service: OpenService;
  let add: Automation['add'];
  let visit: Automation['visit'];
  let tagsOf: Automation['tagsOf'];
  let history: Automation['history'];
  let clear: Automation['clear'];
  beforeAll(async () => void ({ service, add, visit, tagsOf, history, clear } = await openAutomation()));
  beforeEach(() => clear());
  afterAll(() => service.drop());

  it('an event fires its triggers whose conditions are true, and no automation', async () => {
    const { id } = await add(on.addTrigger, {
      name: 'T',
      event: 'visited',
      condition: ['data.data.page eq sale'],
    });
    await add(
      on.addTriggerAction,
      { type: 'add-tag', settings: { tags: ['keen'] } },
      { triggerId: String(id) },
    );
    const automation = await add(on.addAutomation, { name: 'A', schedule: '0 6 * * *' });
    const path = { automation: String(automation.id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['by-clock'] } }, path);
    await visit({ page: 'home' });
    await runDueJobs(service);
    expect(await tagsOf(mara)).toBeUndefined();
    await visit({ page: 'sale' });
    await runDueJobs(service);
    expect(await tagsOf(mara)).toEqual(['keen']);
    expect((await history()).filter(({ type }: { type: string }) => type !== 'condition')).toEqual([
      expect.objectContaining({ trigger_id: id, type: 'add-tag', status: 'done', profile_id: mara }),
    ]);
  });

  it('an event of a customer fires only a trigger that accepts events of customers: the twin', async () => {
    const careful = await add(on.addTrigger, { name: 'Careful', event: 'visited' });
    const open = await add(on.addTrigger, {
      name: 'Open',
      event: 'visited',
      condition: ['namespace in custom, customer'],
    });
    for (const [{ id }, tag] of [
      [careful, 'careful'],
      [open, 'open'],
    ] as const) {
      const action = { type: 'add-tag', settings: { tags: [tag] } };
      await add(on.addTriggerAction, action, { triggerId: String(id) });
    }
    const customer = await service.tokenOf('1002');
    await service.call(on.addProfileCustomEvent, {
      token: customer,
      path: { profile: mara },
      body: { name: 'visited' },
    });
    await runDueJobs(service);
    expect(await tagsOf(mara)).toEqual(['open']);
    await visit();
    await runDueJobs(service);
    expect(await tagsOf(mara)).toEqual(['careful', 'open']);
  });

  it('triggers that fire each other end', async () => {
    const { id } = await add(on.addTrigger, { name: 'T', event: 'visited' });
    await add(
      on.addTriggerAction,
      { type: 'custom-event', settings: { name: 'visited' } },
      { triggerId: String(id) },
    );
    await visit();
    await runDueJobs(service);
    const entries = await history();
    expect(entries).toHaveLength(6);
    expect(entries[0]).toMatchObject({ status: 'failed', message: 'Too many triggers fired each other.' });
  });
});
