import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOfConditions, mismatch } from '../../../../demo/service/events/conditions.ts';
import { faultOfTemplate, render } from '../../../../demo/service/events/template.ts';
import { processorTime } from '../../../support/own-time.ts';

const message = {
  type: 'reward.claimed',
  data: {
    total: 120.5,
    count: 0,
    code: 'A-1',
    gift: false,
    note: null,
    empty: '',
    tags: ['new', 'sale'],
    at: '2026-03-01T10:00:00.000000Z',
    items: [{ name: 'Mug' }],
  },
};

const matches = (texts: readonly string[], message: unknown) => mismatch(texts, message) === undefined;

describe('conditions', () => {
  it.each([
    'type eq reward.claimed',
    'type ne reward.issued',
    'data.total gt 120',
    'data.total gte 120.5',
    'data.total lt 1000',
    'data.total lte 120.50',
    'data.count eq 0',
    'data.count eq 0.0',
    'data.code in A-2, A-1',
    'data.code not_in A-2, A-3',
    'data.tags eq sale',
    'data.note nullable 1',
    'data.code nullable 0',
    'data.missing ne x',
    'data.at gte 2026-03-01',
    'data.items.0.name eq Mug',
    'data.gift eq false',
    'data.code',
  ])('match the message: %s', (condition) => {
    expect(faultOfConditions([condition], 'visited')).toBeUndefined();
    expect(matches([condition], message)).toBe(true);
  });

  it.each([
    'type eq Reward.claimed',
    'data.total gt 120.5',
    'data.missing gt 0',
    'data.missing',
    'data.gift',
    'data.empty',
    'data.items eq [object Object]',
    'data.toString',
    'constructor.name eq Object',
    '__proto__',
    'data.tags.length gt 1',
  ])('do not match the message: %s', (condition) => {
    expect(matches([condition], message)).toBe(false);
  });

  it('match only if all of them are true', () => {
    expect(matches(['type', 'data.total gt 1'], message)).toBe(true);
    expect(matches(['type', 'data.total gt 1000'], message)).toBe(false);
    expect(matches([], message)).toBe(true);
  });
});

describe('templates', () => {
  it.each([
    ['plain', 'plain'],
    ['{{type}}', 'reward.claimed'],
    ['{{ data.total }}', 120.5],
    ['for {{ data.code }}!', 'for A-1!'],
    [
      '{"a": "{{ data.tags }}", "b": ["{{data.missing}}", "x{{data.missing}}"], "c": 1}',
      { a: ['new', 'sale'], b: [null, 'x'], c: 1 },
    ],
    ['{"{{ data.code }}": true}', { '{{ data.code }}': true }],
    ['', ''],
  ])('%j becomes %j', (template, extra) => {
    expect(faultOfTemplate(template)).toBeUndefined();
    expect(render(template, message)).toEqual(extra);
  });

  it('name fields that the event has', () => {
    const faultOf = (path: string) => faultOfTemplate(`{{ ${path} }}`, { trigger: 'transaction.created' });
    expect(faultOf('data.totl')).toContain('The data of transaction.created has no totl: it has id, ');
    expect([faultOf('data.total'), faultOf('data.items.0.name'), faultOf('data.profile_id')]).toEqual(
      Array(3).fill(undefined),
    );
  });

  it('produce at most 16 KB', () => {
    const large = { data: { text: 'x'.repeat(20_000) } };
    expect(() => render('{{ data.text }}', large)).toThrow(/too large/);
  });
});

describe('random templates and conditions', () => {
  const pieces = fc.constantFrom(
    '{{',
    '}}',
    ' ',
    '.',
    'data',
    'eq',
    'in',
    '__proto__',
    'constructor',
    'process.exit()',
    '${7*7}',
    '#{7*7}',
    '<%= 1 %>',
    "require('fs')",
    '"',
    "'",
    '\\',
    '{',
    '}',
    '\n',
    'a'.repeat(300),
    '|',
    '(',
    ')',
    '|| 1=1',
    '0',
  );
  const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

  it('are refused or run no code, without delay: 500 templates and 500 conditions', async () => {
    const secret = process.env['PATH'] ?? '';
    const time = await processorTime(() =>
      fc.assert(
        fc.property(text, (given) => {
          const fault = faultOfTemplate(given);
          // A template that was stored before its paths were checked is filled, with nothing for a path that leads nowhere.
          if (fault === undefined || fault.startsWith('There is no ')) {
            const extra = JSON.stringify(render(given, message));
            expect(extra).not.toContain('49');
            expect(extra).not.toContain(secret);
          } else expect(() => render(given, message)).toThrow(fault);
          if (faultOfConditions([given], 'visited') === undefined)
            expect(typeof matches([given], message)).toBe('boolean');
        }),
        { numRuns: 500 },
      ),
    );
    expect(time / 500).toBeLessThan(50);
  });
});
