import { describe, expect, it } from 'vitest';
import { inferDraft } from '../../src/doctor/draft/infer.ts';
import { writeDraft } from '../../src/doctor/draft/rules.ts';
import { createRecorder } from '../../src/doctor/recorded-fetch.ts';
import { createSecrets } from '../../src/doctor/secrets.ts';
import type { Fetch } from '../../src/services/transport/http.ts';
import { DIALECT_NAMES, startTenant } from '../other-tenant/service/start.ts';

// Elements ask several lists at once. Which answer arrives first depends on the load of the machines, and must decide nothing.

type Order = (asked: readonly Promise<void>[], at: number) => readonly Promise<void>[];

/** Passes an answer on when those have been passed on that come before it. */
function inOrder(before: Order): Fetch {
  const open: { readonly passed: Promise<void> }[] = [];
  return async (url, init) => {
    let pass = (): void => {};
    const own = { passed: new Promise<void>((resolve) => (pass = resolve)) };
    open.push(own);
    try {
      const response = await fetch(url, init);
      const text = await response.text();
      await Promise.all(
        before(
          open.map(({ passed }) => passed),
          open.indexOf(own),
        ),
      );
      const { status, headers } = response;
      return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
    } finally {
      open.splice(open.indexOf(own), 1);
      pass();
    }
  };
}

const ORDERS: Readonly<Record<string, Order>> = {
  'first asked, first answered': (asked, at) => asked.slice(0, at),
  'last asked, first answered': (asked, at) => asked.slice(at + 1),
};

describe.each(DIALECT_NAMES)('the draft for the %s service', (name) => {
  it('is the same in whatever order answers arrive', async () => {
    const tenant = await startTenant(name, { requestsPerMinute: Infinity });
    try {
      const member = tenant.world.member('1001');
      const settings = {
        baseUrl: tenant.baseUrl,
        token: tenant.issueToken(member).token,
        profileId: String(member.id),
      };
      const drafts = new Map<string, string>();
      for (const [words, order] of Object.entries(ORDERS)) {
        const recorder = createRecorder(inOrder(order), createSecrets());
        const { rules, left } = await inferDraft(
          { settings, recorder, pause: () => Promise.resolve(), note: () => {} },
          {},
        );
        drafts.set(words, writeDraft(rules, [], left));
      }
      const [first, ...others] = drafts.values();
      for (const other of others) expect(other).toBe(first);
    } finally {
      await tenant.stop();
    }
  });
});
