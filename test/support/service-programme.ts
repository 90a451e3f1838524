import { expect } from 'vitest';
import * as on from '../../src/services/contract/endpoints/index.ts';
import { purchase } from './service-purchases.ts';
import { openService, type Answered, type OpenService } from './service-open.ts';

/** A programme under test: members buy, return, claim and redeem, all by requests to the service. */
export interface Programme {
  readonly service: OpenService;
  readonly machine: string;
  /** Adds a member and returns its id. */
  join(): Promise<string>;
  /** Adds a purchase, with or without a member, and returns the transaction. */
  buy(total: number, more?: Readonly<Record<string, unknown>>): Promise<Answered['body']>;
  /** Adds a transaction with a negative total. */
  refund(total: number, more?: Readonly<Record<string, unknown>>): Promise<Answered['body']>;
  points(member: string): Promise<Answered['body']>;
  /** The handle of the member's tier, null below the first. */
  tierOf(member: string): Promise<string | null>;
  tier(member: string): Promise<Answered['body']>;
  /** Entries of the member's ledger, the newest first. */
  ledger(member: string): Promise<readonly Answered['body'][]>;
  achievement(member: string, definition: number): Promise<Answered['body']>;
  /** Sets a setting; null removes it. */
  set(key: string, value: unknown): Promise<void>;
  /** Calls an endpoint as staff and returns `data`. Fails unless the request succeeds. */
  ask(endpoint: Parameters<OpenService['call']>[0], sent?: object): Promise<Answered['body']>;
}

export async function openProgramme(): Promise<Programme> {
  const service = await openService();
  const machine = await service.machineToken();
  const ask: Programme['ask'] = async (endpoint, sent = {}) => {
    const answer = await service.call(endpoint, { token: machine, ...sent });
    expect(answer, answer.text).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
    return answer.body?.data;
  };
  const buy: Programme['buy'] = (total, more = {}) =>
    ask(on.addTransaction, { body: purchase({ total, items: undefined, ...more }) });
  const tier: Programme['tier'] = (member) => ask(on.profileTier, { path: { profile: member } });
  let members = 0;
  return {
    service,
    machine,
    ask,
    buy,
    tier,
    refund: (total, more) => buy(-total, more),
    join: async () => (await ask(on.addProfile, { body: { first_name: `Member ${++members}` } })).id,
    points: async (member) => (await ask(on.profileBalances, { path: { profile: member } })).points,
    tierOf: async (member) => (await tier(member)).definition?.handle ?? null,
    ledger: (member) => ask(on.profileLedgers, { path: { profile: member }, query: '?sort=-id' }),
    achievement: async (member, definition) =>
      (await ask(on.profileAchievements, { path: { profile: member }, query: '?page[size]=100' })).find(
        (one: { achievement_definition_id: number }) => one.achievement_definition_id === definition,
      ),
    async set(key, value) {
      const there = (await ask(on.settings, { query: `?filter[key]=${key}` }))[0];
      const path = { setting: String(there?.id) };
      if (!there && value === null) return;
      if (value === null) await ask(on.deleteSetting, { path });
      else if (there) await ask(on.editSetting, { path, body: { value } });
      else await ask(on.addSetting, { body: { key, value } });
    },
  };
}
