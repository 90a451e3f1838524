import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { mara, openAutomation, type Automation } from '../../../support/service-automation.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('actions', () => {
  let service: OpenService;
  let send: Automation['send'];
  let add: Automation['add'];
  let tagsOf: Automation['tagsOf'];
  let webhook: number;
  let email: number;
  let small: number;
  const archived = { point: 0, benefit: 0 };
  beforeAll(async () => {
    ({ service, send, add, tagsOf } = await openAutomation());
    webhook = (await add(on.addTarget, { name: 'W', type: 'webhook' })).id;
    small = await definitionOf(service.db, 'credit', { value: 5, max_value: 10 });
    for (const model of ['point', 'benefit'] as const)
      archived[model] = await definitionOf(service.db, model, { value: 5, is_archived: true });
    email = (await add(on.addTarget, { name: 'E', type: 'email', settings: { subject: 'Hello' } })).id;
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const refusals: [string, () => object, Record<string, string>][] = [
    [
      'a misspelt field',
      () => ({ type: 'issue-points', settings: { valeu: 5 } }),
      { 'settings.valeu': 'value' },
    ],
    ['a missing field', () => ({ type: 'issue-points', settings: {} }), { 'settings.value': 'value' }],
    [
      'a value of a wrong kind',
      () => ({ type: 'add-reminder', settings: { subject: 5, due_at: '2026-12-01' } }),
      { 'settings.subject': 'text' },
    ],
    [
      'the profile, which is that of the event',
      () => ({ type: 'issue-points', settings: { value: 5, profile_id: mara } }),
      { 'settings.profile_id': 'There is no field' },
    ],
    [
      'a reward that does not exist',
      () => ({ type: 'issue-reward', settings: { reward_definition_id: 999_999 } }),
      { 'settings.reward_definition_id': 'There is no such reward-definition.' },
    ],
    [
      'a benefit that does not exist',
      () => ({ type: 'issue-benefit', settings: { benefit_definition_id: 999_999 } }),
      { 'settings.benefit_definition_id': 'There is no such benefit-definition.' },
    ],
    [
      'no points, which no request may issue',
      () => ({ type: 'issue-points', settings: { value: 0 } }),
      { 'settings.value': 'cannot be 0' },
    ],
    [
      'points of an archived definition',
      () => ({ type: 'issue-points', settings: { point_definition_id: archived.point } }),
      { 'settings.point_definition_id': 'archived' },
    ],
    [
      'a benefit of an archived definition',
      () => ({ type: 'issue-benefit', settings: { benefit_definition_id: archived.benefit } }),
      { 'settings.benefit_definition_id': 'archived' },
    ],
    [
      'a credit above the most of its definition',
      () => ({ type: 'issue-credit', settings: { credit_definition_id: small, value_initial: '11' } }),
      { 'settings.value_initial': 'at most 10' },
    ],
    ['a message without a target', () => ({ type: 'message' }), { target_id: 'target' }],
    [
      'a message to a webhook',
      () => ({ type: 'message', target_id: webhook, settings: { text: 'Hello' } }),
      { target_id: 'email, sms, push' },
    ],
    ['a message without a text', () => ({ type: 'message', target_id: email }), { 'settings.text': 'text' }],
    [
      'a message with a field of a profile that does not exist',
      () => ({ type: 'message', target_id: email, settings: { text: 'Hello {{ profile.frist_name }}' } }),
      { 'settings.text': 'profile.first_name' },
    ],
    ['a webhook without a target', () => ({ type: 'webhook' }), { target_id: 'target' }],
    [
      'a webhook to a target without an address',
      () => ({ type: 'webhook', target_id: email }),
      { target_id: 'url' },
    ],
    [
      'a tag that is missing',
      () => ({ type: 'add-tag', settings: { label: 'a' } }),
      { 'settings.label': 'tags' },
    ],
    ['no tag', () => ({ type: 'remove-tag', settings: { tags: [] } }), { 'settings.tags': 'one tag' }],
    [
      'an event without a name',
      () => ({ type: 'custom-event', settings: {} }),
      { 'settings.name': 'required' },
    ],
    [
      'an event of the service',
      () => ({ type: 'custom-event', settings: { name: 'reward.claimed' } }),
      { 'settings.name': 'Only the service' },
    ],
  ];

  describe.each([
    ['trigger', on.addTrigger, { name: 'T', event: 'visited' }, on.addTriggerAction, 'triggerId'],
    [
      'automation',
      on.addAutomation,
      { name: 'A', schedule: '0 9 * * *' },
      on.addAutomationAction,
      'automation',
    ],
  ] as const)('of a %s', (_, parent, values, action, name) => {
    let path: Record<string, string>;
    beforeAll(async () => void (path = { [name]: String((await add(parent, values)).id) }));

    it.each(refusals)('refuse %s, and name the field', async (_, body, expected) => {
      const answer = await send(action, body(), path);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, Object.keys(expected)]);
      for (const [field, text] of Object.entries(expected))
        expect(answer.body.errors[field].join()).toContain(text);
    });
  });

  it('check what is changed together with what is stored', async () => {
    const { id } = await add(on.addTrigger, { name: 'T', event: 'visited' });
    const path = { triggerId: String(id) };
    const stored = await add(on.addTriggerAction, { type: 'issue-points', settings: { value: 5 } }, path);
    const edit = (body: object) => send(on.editTriggerAction, body, { ...path, action: String(stored.id) });
    expect((await edit({ type: 'issue-reward' })).status).toBe(422);
    expect((await edit({ settings: { valeu: 5 } })).status).toBe(422);
    expect((await edit({ is_active: false })).status).toBe(200);
  });

  it.each([
    ['a language', { translations: { 'not a language': { text: 'A' } } }, 'translations.not a language'],
    ['a field', { translations: { de: { text: 'A', txet: 'B' } } }, 'translations.de.txet'],
    ['a path', { translations: { de: { text: '{{ profile.vorname }}' } } }, 'translations.de.text'],
    ['an amount', { translations: { de: { text: '{{ money.prise }}' } } }, 'translations.de.text'],
    ['no text', { translations: { de: {} } }, 'translations.de.text'],
    ['no subject', { subject: 'A', translations: { de: { text: 'B' } } }, 'translations.de.subject'],
  ])('refuse translations of a message with a mistake: %s', async (_, settings, field) => {
    const texts = { text: 'Hello', ...settings };
    const { id } = await add(on.addTrigger, { name: 'T', event: 'visited' });
    const path = { triggerId: String(id) };
    const target = await send(on.addTarget, { name: 'E', type: 'email', settings: texts });
    const action = await send(
      on.addTriggerAction,
      { type: 'message', target_id: email, settings: texts },
      path,
    );
    for (const { status, body } of [target, action])
      expect([status, Object.keys(body.errors)]).toEqual([422, [`settings.${field}`]]);
  });

  it('refuse settings of a message target that nothing reads', async () => {
    const target = { name: 'E', type: 'email', settings: { subject: 'Hello', txet: 'Hello' } };
    expect((await send(on.addTarget, target)).body.errors).toEqual({
      'settings.txet': [expect.stringContaining('subject, text, translations, transactional')],
    });
  });

  describe('conditions', () => {
    it.each([
      [on.addTrigger, { name: 'T', event: 'rated' }],
      [on.addWebhook, { trigger: 'rated', namespace: 'n', url: 'https://hooks.example.com/' }],
    ] as const)('that can never match are refused: $id', async (endpoint, values) => {
      const answer = await send(endpoint, { ...values, condition: ['data.stars gte 4', 'stars gte 4'] });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { condition: [expect.stringMatching(/condition 2 never matches.*data/)] },
      ]);
    });

    it.each([
      ['reward.revoked', 'data.stars gte 4', 'data.points_returned gte 4'],
      ['transaction.created', 'data.totl gt 100', 'data.total gt 100'],
      ['credit.expired', 'data.balance gt 0', 'data.definition.name nullable 0'],
      ['tier.changed', 'data.tier.handle eq harbour', 'data.to.handle eq harbour'],
      ['profile.created', 'data.consented', 'data.consent'],
    ])('of %s name fields that it has: not %s, but %s', async (event, wrong, right) => {
      const namespace = 'n';
      const url = 'https://hooks.example.com/';
      for (const add of [
        (condition: string) => send(on.addTrigger, { name: 'T', event, condition: [condition] }),
        (condition: string) =>
          send(on.addWebhook, { trigger: event, namespace, url, condition: [condition] }),
      ]) {
        const refused = await add(wrong);
        expect([refused.status, refused.body.errors]).toEqual([
          422,
          { condition: [expect.stringContaining(`The data of ${event} has no `)] },
        ]);
        expect((await add(right)).status).toBe(200);
      }
    });

    it.each([
      [
        'tier.changed',
        'data.to.handle eq harbor',
        'tier-definition with the handle harbor',
        'data.to.handle eq harbour',
      ],
      [
        'tier.changed',
        'data.from.id in 987654',
        'tier-definition with the id 987654',
        'data.from nullable 1',
      ],
      [
        'reward.claimed',
        'data.reward_definition_id eq 987654',
        'reward-definition with the id 987654',
        'data.id gt 1',
      ],
      [
        'reward.claimed',
        'data.definition.handle ne no-such',
        'reward-definition with the handle no-such',
        'data.definition',
      ],
      [
        'achievement.completed',
        'data.achievement_definition_id not_in 1,987654',
        'achievement-definition with the id',
        'data.points gt 1',
      ],
      ['points.earned', 'data.profile_id eq nobody', 'profile with the id nobody', 'data.value gt 1'],
    ])('of %s name what exists: not %s', async (event, wrong, named, right) => {
      for (const add of [
        (condition: string) => send(on.addTrigger, { name: 'T', event, condition: [condition] }),
        (condition: string) =>
          send(on.addWebhook, {
            trigger: event,
            namespace: 'n',
            url: 'https://hooks.example.com/',
            condition: [condition],
          }),
      ]) {
        const refused = await add(wrong);
        expect([refused.status, refused.body.errors]).toEqual([
          422,
          { condition: [expect.stringContaining(`The condition 1 never matches. There is no ${named}`)] },
        ]);
        expect((await add(right)).status).toBe(200);
      }
    });

    it('are checked again with another event', async () => {
      const { id } = await add(on.addTrigger, {
        name: 'T',
        event: 'tier.changed',
        condition: ['data.to.handle eq harbour'],
      });
      const edit = (body: object) => send(on.editTrigger, body, { triggerId: String(id) });
      expect((await edit({ event: 'order.created' })).status).toBe(422);
      expect((await edit({ event: 'order.created', condition: ['data.total gt 5'] })).status).toBe(200);
    });

    it('reach fields of custom events by data.stars and by data.data.stars, the name of the event by data.name', async () => {
      for (const [tag, condition] of [
        ['short', 'data.stars gte 4'],
        ['long', 'data.data.stars gte 4'],
        ['name', 'data.name eq rated'],
        ['wrong', 'data.name eq Mine'],
      ] as const) {
        const { id } = await add(on.addTrigger, { name: tag, event: 'rated', condition: [condition] });
        await add(
          on.addTriggerAction,
          { type: 'add-tag', settings: { tags: [tag] } },
          { triggerId: String(id) },
        );
      }
      const body = { name: 'rated', data: { stars: 5, name: 'Mine' } };
      await send(on.addProfileCustomEvent, body, { profile: mara });
      await runDueJobs(service);
      expect([...((await tagsOf(mara)) as string[])].sort()).toEqual(['long', 'name', 'short']);
      await send(on.addProfileCustomEvent, body, { profile: mara });
      await runDueJobs(service);
      // The last one, and once a minute: events may be frequent.
      const skipped = await service.call(on.actionHistory, {
        token: await service.machineToken(),
        query: '?filter[type]=condition&filter[event]=rated',
      });
      expect(skipped.body.data).toMatchObject([
        {
          status: 'skipped',
          trigger_id: expect.any(Number),
          event_id: expect.any(Number),
          profile_id: mara,
          message: '"data.name eq Mine" is false: data.name is another text.',
        },
      ]);
    });
  });
});
