import { TOKEN_OPERATION, SEARCH_OPERATION, type Exchange } from '../recorded-fetch.ts';
import { findCandidates, isOfKind, NAMED, type Candidate } from '../candidates.ts';
import { recordsOf, type Finding } from '../examine.ts';
import type { Problem } from '../problem.ts';
import { refusalText } from '../problem.ts';
import { findList, findRecords, leavesOf } from '../records.ts';
import { shownValue } from '../secrets.ts';
import { PAGE_NUMBER, PAGE_SIZE } from '../../services/transport/query.ts';
import { text } from '../../services/transport/read.ts';
import { atPointer } from '../../services/transport/tenant/sources.ts';
import { byLanguageOf } from '../texts-by-language.ts';
import { plainWord, wantedOf, WORDS } from '../vocabulary.ts';
import { PATHS } from './known-habits.ts';
import { balanceFact, type KnownPoints } from './known-points.ts';
import { fieldRule, operationRule, ruleAt, type Rule } from './rules.ts';

// Lines that could solve one problem, the most likely first. Whether they do is tried.

export interface Asked {
  readonly problem: Problem;
  readonly finding: Finding;
  readonly rules: readonly Rule[];
  readonly platform: string | undefined;
  readonly customerId: string | undefined;
  /** Answers to the definitions of tiers, for a tier that has their ids alone. */
  readonly tierDefinitions: readonly Exchange[];
  /** Everything that was answered: another answer may agree. */
  readonly exchanges: readonly Exchange[];
  readonly knownPoints: KnownPoints;
}

export function propose(asked: Asked): Rule[][] {
  const { problem } = asked;
  const { operation, status = 0, field, received } = problem;
  if (operation === TOKEN_OPERATION) return status < 300 ? tokenRules(asked) : signatureRules();
  if (operation === 'profiles.lists.index' && field === 'handle' && typeof received === 'string')
    return wishlistRules(received);
  if (operation === SEARCH_OPERATION || operation === 'profiles.identities.index') return profileRules(asked);
  if (status === 404 || status === 405) return pathRules(problem);
  if (status === 400 || status === 422) return queryRules(asked);
  if (status < 200 || status >= 300) return [];
  const [place] = dataRules(asked);
  // The place alone may leave the same problem: the field has another name, too.
  if (place)
    return [
      place,
      ...(field === undefined ? [] : agreed(asked, fieldRules(asked, operation, field))).map((rules) => [
        ...place,
        ...rules,
      ]),
    ];
  if (operation === 'lists.shares.no_profile') return sharedListRules(asked);
  if (operation === 'profiles.tier.show' && (field === 'definition' || field === 'next'))
    return tierRules(asked, field);
  return field === undefined ? [] : agreed(asked, fieldRules(asked, operation, field));
}

/** Of the balance only a line with which another answer agrees. */
function agreed({ problem, finding, exchanges, knownPoints }: Asked, proposals: readonly Rule[][]): Rule[][] {
  if (problem.operation !== 'profiles.balances.show' || problem.field !== 'points.available')
    return [...proposals];
  const [balance] = recordsOf(problem.operation, finding.exchanges);
  return proposals.flatMap((proposal) => {
    const [rule] = proposal.slice(-1);
    const source = rule!.value;
    const pointer = typeof source === 'string' ? source : String((source as { from?: unknown }).from);
    const fact = balanceFact(atPointer(balance, pointer), knownPoints, exchanges);
    return fact === undefined
      ? []
      : [[...proposal.slice(0, -1), { ...rule!, evidence: `${rule!.evidence}; ${fact}` }]];
  });
}

const good = (exchanges: readonly Exchange[], operation: string): Exchange | undefined =>
  exchanges.find((one) => one.operation === operation && one.status >= 200 && one.status < 300);

const sample = ({ pointer, value }: Candidate): string =>
  `${pointer} is ${shownValue(pointer.split('/').at(-1)!, value)}`;

const evidenceOf = (field: string, candidate: Candidate): string =>
  `${candidate.pointer.slice(1).replaceAll('/', '.') === field ? `Other words in ${field}` : `No ${field} in the records`}; ${sample(candidate)}`;

function signatureRules(): Rule[][] {
  const base64 = ({ signature }: { signature: string }) =>
    btoa(String.fromCharCode(...(signature.match(/../g) ?? []).map((byte) => parseInt(byte, 16))));
  return [
    [
      {
        ...operationRule(
          TOKEN_OPERATION,
          'body',
          { id: '/id', signature: base64 },
          'The signature in hex digits is refused, and the same one in Base64 gets a token',
        ),
        source: `{
        id: '/id',
        signature: ({ signature }) =>
          btoa(String.fromCharCode(...(signature.match(/../g) ?? []).map((byte) => parseInt(byte, 16)))),
      }`,
      },
    ],
  ];
}

/** The token under another name, and the place of its record. That it is one shows the next request. */
function tokenRules(asked: Asked): Rule[][] {
  const answered = good(asked.finding.exchanges, TOKEN_OPERATION);
  const place = answered && dataPlace(asked.rules, TOKEN_OPERATION, answered);
  const places = place ? [place] : [];
  const fields = fieldRules(asked, TOKEN_OPERATION, 'token');
  return [...(place ? [places] : []), ...fields.map((rules) => [...places, ...rules])];
}

/** @param handle of the list that the customer has instead of the wishlist */
function wishlistRules(handle: string): Rule[][] {
  const evidence = `The customer has the list "${handle}", and none with the handle "wishlist"`;
  return [
    [{ at: ['wishlist'], value: { type: 'wishlist' }, evidence }],
    [{ at: ['wishlist'], value: { handle }, evidence }],
  ];
}

/** The id of the profile in the answer to a search, and the words of its identities. */
function profileRules({ finding, platform, customerId, rules }: Asked): Rule[][] {
  const searched = good(finding.exchanges, SEARCH_OPERATION);
  if (!searched) return [];
  const place = dataPlace(rules, SEARCH_OPERATION, searched);
  const [found] = findRecords(SEARCH_OPERATION, searched.body)?.records ?? [];
  const ids = leavesOf(found).filter(
    ({ pointer, value }) => /profile.*(id|uuid)$/i.test(pointer) && isOfKind('id', value),
  );
  const idRules: Rule[][] = ids.map(({ pointer, value }) => [
    fieldRule(
      SEARCH_OPERATION,
      'id',
      pointer,
      `The answer to the search has the profile: ${sample({ pointer, value, score: 0 })}`,
    ),
  ]);
  if (ruleAt(rules, 'operations', SEARCH_OPERATION, 'record', 'id') === undefined && idRules.length)
    return place ? idRules.map((own) => [place, ...own]) : idRules;
  if (place) return [[place]];
  return identityRules({ finding, platform, customerId, rules });
}

function identityRules({
  finding,
  platform,
  customerId,
  rules,
}: Pick<Asked, 'finding' | 'platform' | 'customerId' | 'rules'>): Rule[][] {
  const id = 'profiles.identities.index';
  const asked = finding.exchanges.filter(({ operation }) => operation === id);
  const refused = asked.find(({ status }) => status === 400 || status === 422);
  const answered = good(asked, id);
  if (refused && !answered)
    return [
      [operationRule(id, 'query', { leaveOut: 'all' }, `The filter is refused: ${refusalText(refused)}`)],
    ];
  if (!answered) return identitiesInSearch({ finding, platform, customerId });
  const place = dataPlace(rules, id, answered);
  const own = ownIdentity(recordsOf(id, asked), customerId, platform);
  if (!own) return place ? [[place]] : [];
  return [
    [
      ...(place ? [place] : []),
      fieldRule(id, 'value', own.value, `${own.value} is the customer id`),
      fieldRule(id, 'namespace', own.namespace, own.evidence),
    ],
  ];
}

/** The identities that a search answers with the profile: where they have this name, no other request asks for them. */
function identitiesInSearch({
  finding,
  platform,
  customerId,
}: Pick<Asked, 'finding' | 'platform' | 'customerId'>): Rule[][] {
  const [found] = recordsOf(SEARCH_OPERATION, finding.exchanges);
  const from = '/identities';
  const identities = atPointer(found, from);
  const own = Array.isArray(identities) && ownIdentity(identities, customerId, platform);
  if (!own) return [];
  const each = { value: own.value, namespace: own.namespace };
  return [[fieldRule(SEARCH_OPERATION, 'identities', { from, each }, own.evidence)]];
}

/** Where identities have their value and their namespace; `undefined` where the customer id is in none, or in several kinds of them. */
function ownIdentity(
  identities: readonly unknown[],
  customerId: string | undefined,
  platform: string | undefined,
): { value: string; namespace: unknown; evidence: string } | undefined {
  const own = identities
    .map((one) => leavesOf(one))
    .filter((leaves) => leaves.some(({ value }) => text(value) === customerId));
  const value = own[0]?.find((leaf) => text(leaf.value) === customerId);
  const kinds = own.map((leaves) =>
    leaves.find(
      ({ pointer, value: word }) =>
        /namespace|provider|type|kind|platform|source|system/i.test(pointer) && typeof word === 'string',
    ),
  );
  const kind = kinds[0];
  // The number of a card can be equal to a customer id.
  if (!value || !kind || platform === undefined || kinds.some((other) => other?.value !== kind.value))
    return undefined;
  return {
    value: value.pointer,
    namespace: { from: kind.pointer, values: { [String(kind.value)]: platform } },
    evidence: `The identity with the customer id has ${kind.pointer} "${String(kind.value)}"`,
  };
}

const pathRules = ({ operation, address, status }: Problem): Rule[][] =>
  (PATHS[operation] ?? []).map((path) => [
    operationRule(operation, 'path', path, `${address} has status ${status}, and this path answers`),
  ]);

/** What a refusal of the query says: which parameter, and often which ones are allowed. */
function queryRules({ problem, finding, rules }: Asked): Rule[][] {
  const { operation } = problem;
  const refused = finding.exchanges.find(
    (one) => one.operation === operation && one.status === problem.status,
  );
  if (!refused) return [];
  const said = refusalText(refused);
  const sent = [...new URL(refused.url).searchParams];
  const evidence = `Refused: ${said}`;
  const named = sent.filter(
    ([name, value]) =>
      said.includes(name) ||
      (name === 'sort' && said.includes(value.replace(/^-/, ''))) ||
      said.includes(`\`${name.replace(/^filter\[(\w+)\].*/, '$1')}\``),
  );
  const pages: Rule[][] = [];
  if (
    named.some(([name]) => name === PAGE_NUMBER || name === PAGE_SIZE) &&
    ruleAt(rules, 'paging', 'number') === undefined
  ) {
    const words = said.match(/\b[A-Za-z_]+\b/g) ?? [];
    const number = words.find((word) => /^page_?(number|no|index)?$/i.test(word) && word !== 'page');
    const size = words.find((word) => /^(page_?size|per_?page|limit)$/i.test(word));
    if (number !== undefined && size !== undefined)
      pages.push([
        { at: ['paging', 'number'], value: number, evidence },
        { at: ['paging', 'size'], value: size, evidence },
      ]);
  }
  const known = ruleAt(rules, 'operations', operation, 'query', 'leaveOut');
  const before = Array.isArray(known) ? (known as string[]) : [];
  // A refusal names the parameters that are known, too.
  const paging = [PAGE_NUMBER, PAGE_SIZE, ruleAt(rules, 'paging', 'number'), ruleAt(rules, 'paging', 'size')];
  const own = named.map(([name]) => name).filter((name) => !before.includes(name) && !paging.includes(name));
  const leaveOut = (names: readonly string[] | 'all'): Rule[] => [
    { at: ['operations', operation, 'query', 'leaveOut'], value: names, evidence },
  ];
  return [
    ...pages,
    ...(own.length ? [leaveOut([...before, ...own])] : []),
    ...(known === 'all' ? [] : [leaveOut('all')]),
  ];
}

/** Where the records are, if they are not where the draft says. */
function dataRules({ problem: { operation }, finding, rules }: Asked): Rule[][] {
  const exchange = good(finding.exchanges, operation);
  const place = exchange && dataPlace(rules, operation, exchange);
  return place ? [[place]] : [];
}

function dataPlace(rules: readonly Rule[], operation: string, { body }: Exchange): Rule | undefined {
  const known = ruleAt(rules, 'operations', operation, 'data') ?? ruleAt(rules, 'data') ?? '/data';
  const found = findRecords(operation, body);
  if (!found || typeof known !== 'string') return undefined;
  const there = atPointer(body, known);
  if (there !== undefined && Array.isArray(there) === Array.isArray(atPointer(body, found.pointer)))
    return undefined;
  const what = Array.isArray(atPointer(body, found.pointer)) ? 'list' : 'record';
  return operationRule(
    operation,
    'data',
    found.pointer,
    `The ${what} of the answer is at "${found.pointer}"`,
  );
}

/** A value as readers take it: a place, or a place with a conversion. */
function sourceFor(operation: string, field: string, pointer: string, values: readonly unknown[]): unknown {
  const { kind } = wantedOf(operation, field);
  const name = field.split('.').at(-1)!;
  const byLanguage = kind === 'text' ? byLanguageOf(values) : undefined;
  if (byLanguage) return { from: pointer, byLanguage };
  const isDecimalText = (value: unknown) => typeof value === 'string' && !/^-?\d+$/.test(value);
  if (kind === 'whole' && values.some(isDecimalText)) return { from: pointer, as: 'whole' };
  if (kind === 'amount' && name === 'price' && values.every((value) => typeof value === 'number'))
    return { from: pointer, as: 'text' };
  if (kind === 'moment' && values.some((value) => typeof value === 'number'))
    return { from: pointer, as: Number(values[0]) > 1e11 ? 'milliseconds' : 'seconds' };
  const words = WORDS[name];
  if (!words) return pointer;
  const map: Record<string, string> = {};
  for (const value of values.filter((one): one is string => typeof one === 'string')) {
    const ours = Object.keys(words).find((word) => words[word]!.includes(plainWord(value)));
    if (ours !== undefined && ours !== value) map[value] = ours;
  }
  return Object.keys(map).length ? { from: pointer, values: map } : pointer;
}

export function fieldRules(
  { finding }: Pick<Asked, 'finding'>,
  operation: string,
  field: string,
  inside = recordsOf(operation, finding.exchanges),
): Rule[][] {
  return findCandidates(operation, field, inside)
    .filter(({ score }) => score >= NAMED)
    .slice(0, 3)
    .map((candidate) => {
      const values = [...new Set(inside.map((one) => atPointer(one, candidate.pointer)))].filter(
        (value) => value !== undefined && value !== null,
      );
      const source = sourceFor(operation, field, candidate.pointer, values);
      return [fieldRule(operation, field, source, evidenceOf(field, candidate))];
    });
}

/** A shared list holds the fields of a list and of items: the items are mapped as those of a list. */
function sharedListRules(asked: Asked): Rule[][] {
  const { problem, finding, rules } = asked;
  const { operation, field } = problem;
  const [shared] = recordsOf(operation, finding.exchanges);
  const items = findList(shared);
  if (field === 'items' || field?.startsWith('items.')) {
    if (!items) return [];
    const each = Object.fromEntries(
      rules
        .filter(({ at }) => at[1] === 'profiles.lists.items.index' && at[2] === 'record')
        .map(({ at, value }) => [at[3]!, value]),
    );
    return [
      [
        fieldRule(
          operation,
          'items',
          Object.keys(each).length ? { from: items.pointer, each } : items.pointer,
          `${items.records.length} items are at "${items.pointer}", with the fields of other items`,
        ),
      ],
    ];
  }
  return field === undefined ? [] : fieldRules(asked, operation, field, [withoutLists(shared)]);
}

const withoutLists = (value: unknown): unknown =>
  typeof value !== 'object' || !value
    ? value
    : Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) =>
          Array.isArray(inner) ? [] : [[name, withoutLists(inner)]],
        ),
      );

/** A tier of the answer, or that of the definitions whose id the answer has. */
export function tierRules(
  { finding, rules, tierDefinitions }: Pick<Asked, 'finding' | 'rules' | 'tierDefinitions'>,
  field: 'definition' | 'next',
): Rule[][] {
  const operation = 'profiles.tier.show';
  const [standing] = recordsOf(operation, finding.exchanges);
  const isNext = (pointer: string) => /next|following/i.test(pointer);
  const leaves = leavesOf(standing).filter(({ pointer }) => isNext(pointer) === (field === 'next'));
  const tierFields = rules.filter(({ at }) => at[1] === 'tiers.definitions.index' && at[2] === 'record');
  const definitions = recordsOf('tiers.definitions.index', tierDefinitions);
  const [colour] = findCandidates('tiers.definitions.index', 'primary_colour', definitions);
  const each = {
    ...(colour && colour.score >= NAMED && { primary_colour: colour.pointer }),
    ...Object.fromEntries(tierFields.map(({ at, value }) => [at[3]!, value])),
  };
  const asTier = Object.keys(each).length ? { each } : {};
  const whole = leaves.filter(({ value }) => isOfKind('record', value));
  const proposals: Rule[][] = whole.map(({ pointer }) => [
    fieldRule(
      operation,
      field,
      { from: pointer, ...asTier },
      `The tier is at ${pointer}, with the fields of its definition`,
    ),
  ]);
  const ids = definitions
    .flatMap((one) => leavesOf(one))
    .filter(({ pointer }) => /^\/(\w+_?)?id$/i.test(pointer));
  const joined = leaves.find(
    ({ pointer, value }) => /id$/i.test(pointer) && ids.some((id) => text(id.value) === text(value)),
  );
  const by = joined && ids.find(({ value }) => text(value) === text(joined.value))?.pointer;
  if (joined && by !== undefined) {
    const path = ruleAt(rules, 'operations', 'tiers.definitions.index', 'path') ?? '/v3/tiers/definitions';
    const data = ruleAt(rules, 'operations', 'tiers.definitions.index', 'data');
    const name = field === 'next' ? 'following' : 'current';
    const evidence = `The answer has the id of the tier alone (${joined.pointer}): the definitions have the rest`;
    proposals.push([
      {
        at: ['operations', operation, 'also', name],
        value: { get: path, ...(data !== undefined && { data }), by, key: joined.pointer },
        evidence,
      },
      fieldRule(operation, field, { from: `${name}:`, ...asTier }, evidence),
    ]);
  }
  return proposals;
}
