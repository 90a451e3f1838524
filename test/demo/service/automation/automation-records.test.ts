import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { openAutomation, type Automation } from '../../../support/service-automation.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('records of triggers, automations, targets and actions', () => {
  let service: OpenService;
  let send: Automation['send'];
  let add: Automation['add'];
  let clear: Automation['clear'];
  beforeAll(async () => void ({ service, send, add, clear } = await openAutomation()));
  beforeEach(() => clear());
  afterAll(() => service.drop());

  it.each([
    ['trigger', 'Trigger', { name: 'A', event: 'visited' }, 'triggerId'],
    ['automation', 'Automation', { name: 'A', schedule: '0 6 * * *' }, 'automation'],
    ['target', 'Target', { name: 'A', type: 'webhook', url: 'https://hooks.example.com/' }, 'target'],
  ])('a %s is created, read, changed and removed', async (_, name, body, parameter) => {
    const endpoints = on as unknown as Record<string, Endpoint>;
    const verb = (prefix: string) => endpoints[prefix + name] as Endpoint;
    const { id } = await add(verb('add'), body);
    const path = { [parameter]: String(id) };
    expect((await send(verb('read'), undefined, path)).body.data).toMatchObject(body);
    expect((await send(verb('edit'), { name: 'B' }, path)).body.data).toMatchObject({ ...body, name: 'B' });
    expect((await send(verb('delete'), undefined, path)).status).toBe(204);
    expect((await send(verb('read'), undefined, path)).status).toBe(404);
    const customer = await service.tokenOf('1002');
    expect((await service.call(verb('add'), { token: customer, body })).status).toBe(403);
  });

  it('actions belong to their trigger or automation, and are deleted with it', async () => {
    const trigger = await add(on.addTrigger, { name: 'T', event: 'visited' });
    const automation = await add(on.addAutomation, { name: 'A', schedule: '0 6 * * *' });
    for (const [action, parent] of [
      [
        [on.addTriggerAction, on.readTriggerAction, on.editTriggerAction, on.deleteTriggerAction],
        { triggerId: String(trigger.id) },
      ],
      [
        [on.addAutomationAction, on.readAutomationAction, on.editAutomationAction, on.deleteAutomationAction],
        { automation: String(automation.id) },
      ],
    ] as const) {
      const [adds, reads, edits, removes] = action as readonly Endpoint[] as [
        Endpoint,
        Endpoint,
        Endpoint,
        Endpoint,
      ];
      const { id } = await add(adds, { type: 'add-tag', settings: { tags: ['x'] } }, parent);
      const path = { ...parent, action: String(id) };
      expect((await send(edits, { position: 3 }, path)).body.data.position).toBe(3);
      expect((await send(reads, undefined, path)).body.data).toMatchObject({ type: 'add-tag' });
      expect((await send(removes, undefined, path)).status).toBe(204);
      expect((await send(adds, { type: 'launch-rocket' }, parent)).status).toBe(422);
    }
  });
});
