import { sql } from 'kysely';
import * as on from '../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from './service-open.ts';

/** The profile whose visits start triggers. */
export const mara = 'profile-1002';

type Path = Readonly<Record<string, string>>;

/** A service, with functions to configure triggers and automations and to read their results. */
export interface Automation {
  readonly service: OpenService;
  send(endpoint: Endpoint, body?: unknown, path?: Path): Promise<Answered>;
  /** Sends a request and returns the data. Throws unless the status is 200. */
  add(endpoint: Endpoint, body: unknown, path?: Path): Promise<Answered['body']>;
  /** Publishes an event of the profile. */
  visit(data?: unknown): Promise<Answered>;
  tagsOf(profileId: string): Promise<unknown>;
  /** The action history, newest first. */
  history(): Promise<Answered['body']>;
  /** Deletes the records and the fields of profiles that earlier tests stored. */
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
