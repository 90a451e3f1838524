import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type Answered, type OpenService } from '../../../support/service-open.ts';

/** The profile of the tests, and another one. */
export const mara = 'profile-1002';
export const tomas = 'profile-1003';

/** The service, tokens, and functions that redeem, return and reverse. */
export interface Redemptions {
  readonly service: OpenService;
  readonly machine: string;
  /** Token of the customer. */
  readonly token: string;
  purchase(body: Record<string, unknown>): Promise<void>;
  redeem(
    type: 'Credit' | 'Points' | 'Reward' | 'Benefit',
    body: unknown,
    by?: { readonly by?: string; readonly profile?: string },
  ): Promise<Answered>;
  giveBack(kind: 'Return' | 'Reversal', redemption: number, body?: unknown): Promise<Answered>;
}

export async function openRedemptions(): Promise<Redemptions> {
  const service = await openService();
  const machine = await service.machineToken();
  return {
    service,
    machine,
    token: await service.tokenOf('1002'),
    async purchase(body) {
      const { status, text } = await service.call(on.addTransaction, { token: machine, body });
      if (status !== 200) throw new Error(text);
    },
    redeem: (type, body, { by = machine, profile = mara } = {}) =>
      service.call(on[`redeemProfile${type}`], { path: { profile }, token: by, body }),
    giveBack: (kind, redemption, body = {}) =>
      service.call(on[`addProfileRedemption${kind}`], {
        path: { profile: mara, redemption: String(redemption) },
        token: machine,
        body,
      }),
  };
}
