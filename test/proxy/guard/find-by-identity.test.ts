import { beforeEach, describe, expect, it } from 'vitest';
import { findByIdentity } from '../../../src/proxy/directory/find-by-identity.ts';
import type { Service, ServiceAnswer } from '../../../src/proxy/upstream/service.ts';
import {
  profileIdentities,
  profiles,
  searchProfile,
} from '../../../src/services/contract/endpoints/index.ts';
import { holdsIdentity } from '../../../src/services/transport/identities.ts';

const signal = new AbortController().signal;
const wanted = { namespace: 'harbour', value: '7', email: 'Ann@example.com', signal };
const own = [{ namespace: 'harbour', value: '7' }];
const other = [{ namespace: 'pos-card', value: '7' }];

/** A service with given answers by operation, which records its requests. */
function serviceOf(answers: {
  search?: unknown;
  byExternalId?: unknown;
  byEmail?: unknown;
  identities?: Readonly<Record<string, unknown>>;
}) {
  const service: Service = async (endpoint, { path = {}, query, signal: given }) => {
    expect(given).toBe(signal);
    const asked = query ? Object.entries(query).map(([name, value]) => `${name}=${String(value)}`) : [];
    calls.push([endpoint.id, ...Object.values(path), ...asked].join(' '));
    const answer =
      endpoint === searchProfile
        ? answers.search
        : endpoint === profileIdentities
          ? answers.identities?.[path['profile'] ?? '']
          : endpoint === profiles && asked[0]?.startsWith('filter[external_id]')
            ? answers.byExternalId
            : answers.byEmail;
    if (answer === undefined) return { status: 404, json: { message: 'None.' } };
    if (typeof answer === 'number') return { status: answer, json: { data: { id: 'x', identities: own } } };
    return { status: 200, json: { data: answer } } satisfies ServiceAnswer;
  };
  return service;
}
let calls: string[];
beforeEach(() => void (calls = []));
const find = async (answers: Parameters<typeof serviceOf>[0], over: Partial<typeof wanted> = {}) =>
  (await findByIdentity(serviceOf(answers), { ...wanted, ...over }))?.id;

describe('findByIdentity', () => {
  it('returns the profile that the search shows if it has the identity', async () => {
    expect(await find({ search: { id: 'p1', identities: own } })).toBe('p1');
    expect(calls).toEqual([`${searchProfile.id} 7`]);
  });

  it('requests the identities where the search shows none', async () => {
    expect(await find({ search: { id: 'p1' }, identities: { p1: own } })).toBe('p1');
    expect(calls).toEqual([
      `${searchProfile.id} 7`,
      `${profileIdentities.id} p1 filter[namespace]=harbour filter[value]=7`,
    ]);
  });

  it('returns undefined where no namespace has the value', async () => {
    expect(await find({ byEmail: [{ id: 'p1', email: wanted.email, identities: own }] })).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  const victim = { id: 'victim', identities: other };
  it.each([
    ['external id', { byExternalId: [{ id: 'p2', external_id: 7, identities: own }] }],
    ['e-mail in another case', { byEmail: [{ id: 'p2', email: 'aNN@example.com', identities: own }] }],
    [
      'e-mail, after one of another person',
      {
        byEmail: [
          { id: 'p3', email: wanted.email, identities: other },
          { id: 'p2', email: wanted.email },
        ],
        identities: { p2: own },
      },
    ],
    [
      'e-mail, after one without an id',
      {
        byEmail: [{ email: wanted.email }, { id: 'p2', email: wanted.email, identities: own }],
        identities: { '': own },
      },
    ],
  ])('finds the own profile by %s where the search shows another person’s', async (_, answers) => {
    expect(await find({ search: victim, ...answers })).toBe('p2');
  });

  it.each([
    ['has the identity only in another namespace', {}],
    ['has another value', { search: { id: 'victim', identities: [{ namespace: 'harbour', value: '8' }] } }],
    [
      'shows identities that are no array, and has none',
      { search: { id: 'victim', identities: 'harbour:7' } },
    ],
    [
      'has the same external id, without the identity',
      { byExternalId: [{ id: 'p2', external_id: '7', identities: other }] },
    ],
    [
      'is found by a service that ignores the filter',
      { byExternalId: [{ id: 'p2', external_id: '9', identities: own }] },
    ],
    [
      'is found by a service that ignores the filter and has no such field',
      { byEmail: [{ id: 'p2', identities: own }] },
    ],
    [
      'has no id, although it has the identity',
      { byEmail: [{ email: wanted.email }], identities: { '': own } },
    ],
    ['has no id', { byEmail: [{ email: wanted.email }] }],
    ['is not in an array', { byEmail: { id: 'p2', email: wanted.email, identities: own } }],
  ])('returns no profile that %s', async (_, answers) => {
    expect(await find({ search: victim, ...answers })).toBeUndefined();
  });

  it('searches by external id and then by e-mail, and skips empty values', async () => {
    await find({ search: victim });
    expect(calls.slice(1)).toEqual([
      `${profiles.id} filter[external_id]=7`,
      `${profiles.id} filter[email]=${wanted.email}`,
    ]);
    calls = [];
    await find({ search: victim, byEmail: [{ id: 'p2', email: '', identities: own }] }, { email: '' });
    expect(calls).toHaveLength(2);
  });

  it('checks five candidates at most', async () => {
    const candidates = (count: number) => [
      ...Array.from({ length: count }, (_, at) => ({ id: `x${at}`, email: wanted.email, identities: other })),
      { id: 'p2', email: wanted.email, identities: own },
    ];
    expect(await find({ search: victim, byEmail: candidates(4) })).toBe('p2');
    expect(await find({ search: victim, byEmail: candidates(5) })).toBeUndefined();
  });

  it.each([
    ['the search fails', { search: 500 }],
    ['the search shows no profile', { search: {} }],
    ['the browse fails', { search: victim, byExternalId: 503 }],
    ['the identities cannot be read', { search: { id: 'p1' }, identities: { p1: 500 } }],
  ])('fails with 502 where %s', async (_, answers) => {
    await expect(find(answers)).rejects.toMatchObject({ status: 502 });
  });
});

describe('holdsIdentity', () => {
  it.each([
    [own, true],
    [[...other, ...own], true],
    [[{ namespace: 'harbour', value: 7 }], true],
    [other, false],
    [[{ namespace: 'harbour', value: '07' }], false],
    [[{ value: '7' }], false],
    [[], false],
    [[null, 'harbour:7', 7], false],
    [{ 0: own[0], length: 1, some: true }, false],
    [undefined, false],
  ])('returns for %j: %s', (identities, holds) => {
    expect(holdsIdentity(identities, 'harbour', '7')).toBe(holds);
  });
});
