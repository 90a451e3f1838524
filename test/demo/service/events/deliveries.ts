import { sql } from 'kysely';
import { addProfileCustomEvent, addWebhook } from '../../../../src/services/contract/endpoints/index.ts';
import { openReceiver, runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

/** The profile whose events the tests publish. */
export const mara = 'profile-1002';

/** A service with a receiver of its webhooks. */
export interface Deliveries {
  readonly service: OpenService;
  readonly receiver: Receiver;
  readonly token: string;
  /** Adds a webhook below the receiver. Returns its id. */
  hook(path: string, values?: Readonly<Record<string, unknown>>): Promise<number>;
  /** Publishes an event of Mara. */
  visit(data?: unknown, name?: string): Promise<Answered>;
  /** Paths of the requests to the receiver. */
  paths(): string[];
  /** Makes the next attempts due and runs them. */
  comeDue(): Promise<void>;
  close(): Promise<void>;
}

export async function openDeliveries(): Promise<Deliveries> {
  const service = await openService({ allowPrivateWebhooks: true });
  const receiver = await openReceiver();
  const token = await service.machineToken();
  return {
    service,
    receiver,
    token,
    async hook(path, values = {}) {
      const body = { trigger: 'visited', namespace: 'shop', url: receiver.url + path, ...values };
      const answer = await service.call(addWebhook, { token, body });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data.id;
    },
    visit: (data = {}, name = 'visited') =>
      service.call(addProfileCustomEvent, { token, path: { profile: mara }, body: { name, data } }),
    paths: () => receiver.received.map(({ path }) => path),
    async comeDue() {
      await sql`update jobs.job set start_after = now() - interval '1 second' where state < 'active'`.execute(
        service.db,
      );
      await runDueJobs(service);
    },
    async close() {
      await receiver.stop();
      await service.drop();
    },
  };
}
