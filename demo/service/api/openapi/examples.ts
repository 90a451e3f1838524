import { readFileSync } from 'node:fs';

/** A call of an operation and its answer. */
export interface Example {
  readonly path: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly reply?: unknown;
}

type Examples = Readonly<Record<string, Example>>;

/**
 * A call of each operation, by its id: what the test of the document sends to the service, and what it answers
 * (`RECORD_EXAMPLES=1 npx vitest run test/demo/service/api/openapi/conformance.test.ts` records them again;
 * then `npx tsx scripts/testing-answers.mjs` writes those of `loyalty-elements/testing`).
 */
const recorded = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8')) as Examples;

const [action] = (recorded['action-history.index']?.reply as { data: { id: number }[] }).data;

/** Calls that the test does not send: those of the proxy, one of another system, and one about an action that ran before. */
const written: Examples = {
  'action-history.show': { path: { action_history: String(action?.id) }, reply: { data: action } },
  'extensions.webhook.receive': {
    path: { extension: 'till' },
    body: { order: 7 },
    reply: { data: { id: 'msg-7', status: 'accepted' } },
  },
  'proxy.create': {
    path: {},
    body: { email: 'ann@example.com', password: '00000000', first_name: 'Ann', last_name: 'Lee' },
    reply: { data: { profile_id: 'profile-1001' } },
  },
  'proxy.login': {
    path: {},
    reply: { token: '0'.repeat(64), expiry: '2026-11-25T18:00:00.000000Z', page: true },
  },
};

const examples: Examples = { ...written, ...recorded };

export const exampleOf = (operationId: string): Example | undefined =>
  Object.hasOwn(examples, operationId) ? examples[operationId] : undefined;
