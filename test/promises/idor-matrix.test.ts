import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerScopes, hashOf, issue } from '../../demo/service/auth/tokens.ts';
import { profileParameter } from '../../demo/service/api/access.ts';
import { countOf, measured } from '../support/counts.ts';
import { bodyFor } from '../support/service-idor-matrix.ts';
import {
  foreign,
  absentProfile,
  openTwoCustomers,
  own,
  pathOf,
  scoped,
  type TwoCustomers,
} from '../support/service-idor-open.ts';
import { fill } from '../support/service-open.ts';
import { rowsOf } from '../support/service-rows.ts';

/** Number of cells that each route is tested with; the choice differs by route. */
const CELLS = countOf('IDOR_CELLS', { share: 4, full: 24 });

type Authorization = (two: TwoCustomers) => Promise<string>;

const ofOwner = async ({ service: { db } }: TwoCustomers, ended: 'expires_at' | 'revoked_at') => {
  const { value } = await issue(db, { kind: 'customer', profileId: foreign, scopes: customerScopes });
  await sql`update tokens set ${sql.ref(ended)} = now() where hash = ${hashOf(value)}`.execute(db);
  return `Bearer ${value}`;
};
/** Tokens sent instead of the owner's live token, and the status of the answer. */
const TOKENS: Readonly<Record<string, { make: Authorization; status: 401 | 403 | 404 }>> = {
  unknown: { make: async () => 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', status: 401 },
  'of the owner, expired': { make: (two) => ofOwner(two, 'expires_at'), status: 401 },
  'of the owner, revoked': { make: (two) => ofOwner(two, 'revoked_at'), status: 401 },
  'of the owner, as Basic': {
    make: async ({ service }) => `Basic ${await service.tokenOf('1003')}`,
    status: 401,
  },
  'of a machine without the scope': {
    make: async ({ service }) => `Bearer ${await service.machineToken('auth.read')}`,
    status: 403,
  },
  // 403 on routes that no customer may call.
  'of another customer': { make: async ({ token }) => `Bearer ${token}`, status: 404 },
};

const percent = (id: string) => [...id].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
/** Encodings of a profile id that a faulty router or query could accept. */
const ENCODINGS: Readonly<Record<string, (id: string) => string>> = {
  plain: (id) => id,
  'percent-encoded': percent,
  'with a NUL byte': (id) => `${id}%00`,
  'after the own id and a slash': (id) => `${own}%2F..%2F${id}`,
};

const cells = Object.keys(TOKENS).flatMap((token) =>
  Object.keys(ENCODINGS).map((encoding) => ({ token, encoding })),
);

describe('routes below a profile › records of another customer', () => {
  let two: TwoCustomers;
  const authorization = new Map<string, string>();
  beforeAll(async () => {
    two = await openTwoCustomers();
    for (const [name, { make }] of Object.entries(TOKENS)) authorization.set(name, await make(two));
  });
  afterAll(() => two.service.drop());

  it(`are refused to ${Object.keys(TOKENS).length} kinds of token in ${Object.keys(ENCODINGS).length} encodings of the id`, async ({
    task,
  }) => {
    const { service, theirs, absent } = two;
    const wrong: string[] = [];
    let requests = 0;
    const bodies = new Map<string, unknown>();
    for (const route of scoped) bodies.set(route.endpoint.id, (await bodyFor(route, service, theirs)).body);
    const before = await rowsOf(service.db, foreign);
    for (const [index, route] of scoped.entries()) {
      const { method, path, id } = route.endpoint;
      // Every cell is tested with at least one route, also in a run with a part of the cells.
      const chosen = Array.from({ length: CELLS }, (_, at) => cells[(index * CELLS + at) % cells.length]!);
      for (const { token, encoding } of chosen) {
        const ask = (profile: string, ids: TwoCustomers['theirs']) => {
          requests++;
          const encodedPath = path.replace(
            `{${profileParameter(route.endpoint)}}`,
            ENCODINGS[encoding]!(profile),
          );
          const headers = { Authorization: authorization.get(token)! };
          const sent = { headers, body: bodies.get(id) };
          return service.send(method, `/api${fill(encodedPath, pathOf(route, own, ids))}`, sent);
        };
        const [answer, none] = [await ask(foreign, theirs), await ask(absentProfile, absent)];
        const allowed = token === 'of another customer' ? [403, 404] : [TOKENS[token]!.status];
        if (!allowed.includes(answer.status) || answer.text !== none.text)
          wrong.push(`${id}, token ${token}, id ${encoding}: ${answer.status} ${answer.text}`);
      }
    }
    const rowsChanged = (await rowsOf(service.db, foreign)) !== before;
    measured(task, {
      tried: `${scoped.length} routes × ${CELLS} of ${cells.length} cells, ${requests} requests`,
      result: `${wrong.length} answered otherwise than for a profile that does not exist, ${rowsChanged ? 'rows changed' : '0 rows changed'}`,
    });
    expect(wrong).toEqual([]);
    expect(rowsChanged).toBe(false);
    expect(cells).toHaveLength(24);
  });

  it('are answered to the live token of the owner: the twin', async () => {
    const token = await two.service.tokenOf('1003');
    for (const encoding of ['plain', 'percent-encoded'] as const) {
      const { status } = await two.service.send(
        'GET',
        `/api/v3/profiles/${ENCODINGS[encoding]!(foreign)}/balances`,
        { token },
      );
      expect(status).toBe(200);
    }
  });
});
