import { sql } from 'kysely';
import * as on from '../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from './service-open.ts';

/** Whose visits set things off. */
export const mara = 'profile-1002';

type Path = Readonly<Record<string, string>>;

/** A service, how a till sets up what it does by itself, and what came of it. */
export interface Automation {
  readonly service: OpenService;
  send(endpoint: Endpoint, body?: unknown, path?: Path): Promise<Answered>;
  /** Sends, and answers the data; throws where it is refused. */
  add(endpoint: Endpoint, body: unknown, path?: Path): Promise<Answered['body']>;
  /** Raises an event of Mara's. */
  visit(data?: unknown): Promise<Answered>;
  tagsOf(profileId: string): Promise<unknown>;
  /** What actions have done, newest first. */
  history(): Promise<Answered['body']>;
  /** Leaves no record, and no field of a profile, of the test before. */
  clear(): Promise<void>;
}

export async function openAutomation(): Promise<Automation> {
  const service = await openService({ allowPrivateWebhooks: true });
  const token = await service.machineToken();
  const send: Automation['send'] = (endpoint, body, path = {}) =>
    service.call(endpoint, { token, path, ...(body !== undefined && { body }) });
  return {
    service,
    send,
    async add(endpoint, body, path) {
      const answer = await send(endpoint, body, path);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data;
    },
    visit: (data = {}) => send(on.addProfileCustomEvent, { name: 'visited', data }, { profile: mara }),
    async tagsOf(profileId) {
      const { fields } = await service.db
        .selectFrom('profiles')
        .select('fields')
        .where('id', '=', profileId)
        .executeTakeFirstOrThrow();
      return fields['tags'];
    },
    history: async () => (await send(on.actionHistory)).body.data,
    async clear() {
      await sql`delete from records`.execute(service.db);
      await sql`update profiles set fields = '{}'`.execute(service.db);
    },
  };
}
