import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rotateKey, signingKeys } from '../../../../demo/service/events/signing-keys.ts';
import { openDeliveries, type Deliveries } from './deliveries.ts';
import { runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('signatures of deliveries', () => {
  let close: Deliveries['close'];
  let service: OpenService;
  let receiver: Receiver;
  let hook: Deliveries['hook'];
  let visit: Deliveries['visit'];
  beforeEach(async () => void ({ service, receiver, hook, visit, close } = await openDeliveries()));
  afterEach(() => close());

  it('are accepted by the reference library, which refuses every changed byte', async () => {
    const id = await hook('/');
    await visit({ note: 'ümlaut' });
    await runDueJobs(service);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    const [secret = ''] = await signingKeys(service.db, `webhook:${id}`);
    const library = new Webhook(secret);
    expect(library.verify(body, headers as Record<string, string>)).toMatchObject({ type: 'visited' });
    for (let at = 0; at < body.length; at++) {
      const changed = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`;
      expect(() => library.verify(changed, headers as Record<string, string>)).toThrow();
    }
  });

  it('use both keys while a key is replaced', async () => {
    const id = await hook('/');
    const [old = ''] = await signingKeys(service.db, `webhook:${id}`);
    const fresh = await rotateKey(service.db, `webhook:${id}`);
    await visit();
    await runDueJobs(service);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.received;
    for (const secret of [old, fresh]) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    }
    expect(old).not.toBe(fresh);
  });
});
