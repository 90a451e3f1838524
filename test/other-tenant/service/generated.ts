import { createHash } from 'node:crypto';
import * as endpoints from '../../../src/services/contract/endpoints/index.ts';
import type { ListedEndpoint } from '../../../src/services/contract/endpoint.ts';
import type {
  Detailed,
  FieldMap,
  OperationRules,
  TenantFile,
} from '../../../src/services/transport/tenant/tenant-file.ts';
import { agreeing } from './agreeing.ts';
import type { Dialect, Kind, Page, PagingKind, Tenant } from './dialect.ts';
import { LIKELY_DECOYS, LIKELY_NAMES } from './likely-names.ts';
import type { Operation } from './operation-names.ts';

// A service that differs in everything that the interface leaves open, chosen from a seed, with the tenant file that describes it. It is the
// control (`agreeing.ts`) with other paths, methods, names, places, units, words, statuses and pages.

type Kinds = Partial<Record<Kind, Readonly<Record<string, Value>>>>;
/** What a field of ours holds. An array of texts: its words. A kind: a record of this kind; `[kind]`: a list of them. */
type Value =
  | 'id'
  | 'text'
  | 'whole'
  | 'money'
  | 'moment'
  | 'boolean'
  | 'as it is'
  | { readonly words: readonly string[] }
  | { readonly record: Kind }
  | { readonly list: Kind };

const NAMESPACES = { words: ['acme-shop', 'email', 'card'] } as const;
const NAMED = { id: 'id', name: 'text', short_description: 'text', points_cost: 'whole' } as const;

/** Our fields of each kind of record, as the control writes them. */
const FIELDS: Kinds = {
  profile: { id: 'id', email: 'text', first_name: 'text', last_name: 'text' },
  identity: { id: 'id', namespace: NAMESPACES, value: 'text', identities: 'as it is' },
  balance: { 'points.available': 'whole', 'points.pending': 'whole', 'points.earned': 'whole' },
  entry: { id: 'id', value: 'whole', description: 'text', occurred_at: 'moment' },
  estimate: { points: 'whole' },
  tierDefinition: { id: 'id', name: 'text', points_required: 'whole', primary_colour: 'text' },
  tier: { points: 'whole', definition: { record: 'tierDefinition' }, next: { record: 'tierDefinition' } },
  rewardDefinition: { ...NAMED, is_published: 'boolean' },
  reward: {
    id: 'id',
    reward_definition_id: 'id',
    code: 'text',
    issued_at: 'moment',
    expires_at: 'moment',
    redeemed_at: 'moment',
    points_spent: 'whole',
    definition: { record: 'rewardDefinition' },
  },
  benefitDefinition: { ...NAMED, is_published: 'boolean' },
  benefit: {
    id: 'id',
    benefit_definition_id: 'id',
    expires_at: 'moment',
    uses_left: 'whole',
    definition: { record: 'benefitDefinition' },
  },
  credit: {
    id: 'id',
    name: 'text',
    credit_number: 'text',
    value_initial: 'money',
    value_remaining: 'money',
    locked: 'boolean',
    issued_at: 'moment',
    expires_at: 'moment',
  },
  achievementDefinition: {
    id: 'id',
    name: 'text',
    short_description: 'text',
    points_required: 'whole',
    is_published: 'boolean',
  },
  achievement: {
    id: 'id',
    achievement_definition_id: 'id',
    points: 'whole',
    completed_at: 'moment',
    definition: { record: 'achievementDefinition' },
  },
  date: { id: 'id', name: 'text', date: 'text' },
  list: {
    id: 'id',
    handle: 'text',
    name: 'text',
    event_at: 'text',
    type: { words: ['wishlist', 'registry', 'style-guide'] },
  },
  item: {
    id: 'id',
    product_id: 'id',
    'product.name': 'text',
    'product.price': 'text',
    'product.currency': 'text',
    note: 'text',
    quantity: 'whole',
    quantity_purchased: 'whole',
    quantity_reserved: 'whole',
  },
  share: { id: 'id', handle: 'text' },
  sharedList: {
    id: 'id',
    handle: 'text',
    name: 'text',
    event_at: 'text',
    type: { words: ['wishlist', 'registry', 'style-guide'] },
    items: { list: 'item' },
  },
  reservation: { id: 'id', quantity: 'whole', name: 'text', status: { words: ['reserved'] }, secret: 'text' },
  claim: {
    id: 'id',
    receipt_ref: 'text',
    status: { words: ['pending', 'matched', 'refused'] },
    created_at: 'moment',
  },
};

/** Kinds of the records that each operation answers. */
const ANSWERS: Partial<Record<Operation, Kind>> = {
  'profile.read': 'profile',
  'profile.edit': 'profile',
  'profile.identities': 'identity',
  'profile.search': 'identity',
  'dates.browse': 'date',
  'dates.put': 'date',
  'points.balance': 'balance',
  'points.entries': 'entry',
  'points.estimate': 'estimate',
  'tiers.definitions': 'tierDefinition',
  'tiers.current': 'tier',
  'rewards.definitions': 'rewardDefinition',
  'rewards.owned': 'reward',
  'rewards.claim': 'reward',
  'rewards.use': 'reward',
  'benefits.definitions': 'benefitDefinition',
  'benefits.owned': 'benefit',
  'benefits.claimable': 'benefitDefinition',
  'benefits.claim': 'benefit',
  'credits.browse': 'credit',
  'achievements.definitions': 'achievementDefinition',
  'achievements.browse': 'achievement',
  'lists.browse': 'list',
  'lists.add': 'list',
  'lists.read': 'list',
  'lists.edit': 'list',
  'items.browse': 'item',
  'items.add': 'item',
  'items.edit': 'item',
  'shares.browse': 'share',
  'shares.add': 'share',
  'shared.readWithoutProfile': 'sharedList',
  'reservations.browse': 'reservation',
  'reservations.add': 'reservation',
  'claims.browse': 'claim',
  'claims.add': 'claim',
};
/** The interface shows these: no service differs in them. */
const SHOWN: readonly Operation[] = ['token.storefront', 'token.machine', 'token.verify', 'webhooks.store'];
const LISTS = /\.(browse|definitions|owned|claimable|identities|entries|put)$/;

const NAMES =
  'amber birch cedar delta ember fjord grove heron indigo juniper kelp larch maple nectar opal prairie quartz reef slate thistle umber violet willow yarrow zephyr basil clover dune elm flint garnet hazel iris jasper kite lotus mint nova onyx pebble quill raven sage tulip upland vale wren yucca'.split(
    ' ',
  );

const normal = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** A service and the file that describes it. */
export interface Generated {
  readonly dialect: Dialect;
  readonly tenantFile: TenantFile;
}

/** @param names `likely`: fields are called as services call them, beside others of which the name is as likely */
export function generate(seed: number, names: 'invented' | 'likely' = 'invented'): Generated {
  /** The same choice for the same subject of the same seed, in whatever order they are made. */
  const numberFor = (subject: string): number =>
    createHash('sha256')
      .update(`${String(seed)} ${subject}`)
      .digest()
      .readUInt32BE();
  const choose = <T>(subject: string, options: readonly T[]): T =>
    options[numberFor(subject) % options.length]!;
  const isChosen = (subject: string, percent: number): boolean => numberFor(subject) % 100 < percent;

  const join = choose('style', [
    (a: string, b: string) => `${a}_${b}`,
    (a: string, b: string) => a + b[0]!.toUpperCase() + b.slice(1),
    (a: string, b: string) => `${a}-${b}`,
  ]);
  const taken = new Map<string, string>();
  /** A name that no other subject has, so that no two fields share a place. */
  function nameFor(subject: string): string {
    for (let at = 0; ; at++) {
      const name = join(
        choose(`${subject} a${String(at)}`, NAMES),
        choose(`${subject} b${String(at)}`, NAMES),
      );
      const owner = taken.get(name) ?? subject;
      taken.set(name, owner);
      if (owner === subject) return name;
    }
  }

  const styled = (words: string): string => words.split(' ').reduce(join);
  /** A likely name, or an invented one: where another field of the record has it, or nothing is known of this one. */
  function fieldName(kind: Kind, field: string): string {
    const likely = names === 'likely' ? (LIKELY_NAMES[kind]?.[field] ?? []) : [];
    const word = likely.length && styled(choose(`${kind} ${field} likely`, likely));
    const owner = `${kind} ${String(word)}`;
    if (!word || (taken.get(owner) ?? field) !== field) return nameFor(`${kind} ${field}`);
    taken.set(owner, field);
    return word;
  }

  const writers: Record<string, (value: unknown) => unknown> = {};
  const readers: Record<string, Omit<Detailed<never>, 'from'>> = {};
  const places: Record<string, string[]> = {};

  /** How a field is written, and what reads it. */
  function decide(kind: Kind, field: string, value: Value): void {
    const subject = `${kind} ${field}`;
    const isOurs = isChosen(`${subject} stays`, 15);
    const name = isOurs ? undefined : fieldName(kind, field);
    if (isOurs) taken.set(`${kind} ${field}`, field);
    const group = isChosen(`${subject} inside`, 25)
      ? nameFor(`${kind} group ${String(numberFor(subject) % 2)}`)
      : '';
    places[subject] = name === undefined ? field.split('.') : [...(group ? [group] : []), name];
    const form = (forms: readonly [(value: never) => unknown, Omit<Detailed<never>, 'from'>][]): void => {
      const [write, read] = choose(`${subject} form`, isOurs ? forms.slice(0, 1) : forms);
      writers[subject] = write as (value: unknown) => unknown;
      readers[subject] = read;
    };
    const same = (one: unknown): unknown => one;
    switch (value) {
      case 'id':
      case 'text':
      case 'as it is':
        return form([[same, {}]]);
      case 'whole':
        return form([
          [same, {}],
          [String, { as: 'whole' }],
          [(points: number) => points.toFixed(2), { as: 'whole' }],
          [(points: number) => points.toLocaleString('en-US'), { as: 'whole' }],
        ]);
      case 'money':
        return form([
          [same, {}],
          [(amount: string) => Math.round(Number(amount) * 100), { as: 'cents' }],
        ]);
      case 'moment':
        return form([
          [same, {}],
          [(at: string) => Date.parse(at) / 1_000, { as: 'seconds' }],
          [Date.parse, { as: 'milliseconds' }],
          [(at: string) => at.replace('T', ' ').replace('Z', ''), { as: 'utc' }],
          [(at: string) => at.replace('Z', '+00:00'), {}],
        ]);
      case 'boolean': {
        const [yes, no] = [nameFor(`${subject} yes`), nameFor(`${subject} no`)];
        return form([
          [same, {}],
          [Number, { as: 'boolean' }],
          [String, { as: 'boolean' }],
          [(truth: boolean) => (truth ? yes : no), { is: [yes] }],
        ]);
      }
      default:
    }
    if ('words' in value) {
      const theirs = Object.fromEntries(
        value.words.map((word) => [word, fieldName(kind, `${field} ${word}`)]),
      );
      const ours = Object.fromEntries(Object.entries(theirs).map(([word, their]) => [their, word]));
      return form([
        [same, {}],
        [(word: string) => theirs[word] ?? word, { values: ours }],
        [(word: string) => (theirs[word] ?? word).toUpperCase(), { values: upper(ours) }],
      ]);
    }
    const inner = 'record' in value ? value.record : value.list;
    writers[subject] = (below) =>
      Array.isArray(below) ? below.map((one) => written(inner, one)) : below && written(inner, below);
    readers[subject] = { each: mapOf(inner) };
  }

  /** The service's record for one of ours. */
  function written(kind: Kind, own: unknown): object {
    const record: Record<string, unknown> = {};
    for (const field of Object.keys(FIELDS[kind]!)) {
      const value = at(own, field.split('.'));
      const subject = `${kind} ${field}`;
      if (value === undefined) continue;
      put(record, places[subject]!, value === null ? null : writers[subject]!(value));
    }
    return { ...record, ...decoysOf(kind) };
  }

  /** Fields that mean something else and have likely names and values: no reader may take them. */
  const decoysOf = (kind: Kind): object => ({
    ...(names === 'likely' &&
      Object.fromEntries(
        Object.entries(LIKELY_DECOYS[kind] ?? {}).flatMap(([words, value]) =>
          isChosen(`${kind} ${words} likely decoy`, 50) && !taken.has(`${kind} ${styled(words)}`)
            ? [[styled(words), value]]
            : [],
        ),
      )),
    ...(isChosen(`${kind} decoy`, 50) && { [nameFor(`${kind} decoy`)]: numberFor(`${kind} decoy`) % 5_000 }),
    ...(isChosen(`${kind} nested decoy`, 30) && {
      nextExpiry: { points: 200 + (numberFor(`${kind} nested decoy`) % 100) },
    }),
  });

  function mapOf(kind: Kind): FieldMap {
    const map: Record<string, Detailed<never>> = {};
    for (const field of Object.keys(FIELDS[kind]!)) {
      const subject = `${kind} ${field}`;
      const from: Detailed<never>['from'] = `/${places[subject]!.join('/')}`;
      const read = readers[subject]!;
      if (from !== `/${field.replaceAll('.', '/')}` || Object.keys(read).length)
        map[field] = { from, ...read };
    }
    return map as FieldMap;
  }

  // Records inside others are decided first: the map of the outer one holds theirs.
  const kinds = Object.keys(FIELDS) as Kind[];
  const isPlain = (value: Value): boolean => typeof value === 'string' || 'words' in value;
  for (const plain of [true, false])
    for (const kind of kinds)
      for (const [field, value] of Object.entries(FIELDS[kind]!))
        if (isPlain(value) === plain) decide(kind, field, value);

  const paths = new Map<string, string>();
  const methods = new Map<string, string>();
  const routes: Partial<Record<Operation, string>> = {};
  for (const [operation, route] of Object.entries(agreeing.routes) as [Operation, string][]) {
    if (UNUSED.includes(operation)) continue;
    const [method = '', path = ''] = route.split(' ');
    const isShown = SHOWN.includes(operation);
    const theirPath = isShown
      ? path
      : path.replace(/[^/{}]+(?![^{]*\})/g, (part) => (part === 'v3' ? part : nameFor(`path ${part}`)));
    const theirMethod =
      method === 'PUT' && !isShown ? choose(`method ${operation}`, ['PUT', 'PATCH', 'POST']) : method;
    paths.set(operation, theirPath);
    methods.set(operation, theirMethod);
    routes[operation] = `${theirMethod} ${theirPath}`;
  }

  const isBare = isChosen('bare records', 25);
  const [oneKey, manyKey] = [isBare ? [] : [nameFor('envelope')], [nameFor('envelope of lists')]];
  const deeper = isChosen('deep envelope', 30) ? nameFor('deep envelope') : '';
  if (deeper) manyKey.unshift(deeper);
  const pointer = (names: readonly string[]): '' | `/${string}` =>
    names.length ? `/${names.join('/')}` : '';

  const kind: PagingKind = choose('paging', ['number', 'number', 'offset', 'cursor', 'none']);
  const page = {
    number: nameFor('page'),
    size: nameFor('size'),
    defaultSize: 7,
    largestSize: choose('largest page', [10, 30, 100]),
    kind,
    first: choose('first page', [0, 1]),
  };
  const [totalName, nextName] = [nameFor('total'), nameFor('next')];
  const saysTotal = kind !== 'cursor' && isChosen('says the total', 50);

  const idempotent = isChosen('idempotency', 50);
  const keyHeader = choose('key header', ['Idempotency-Key', 'X-Request-Token', 'X-Operation-Id']);
  const refused = {
    400: choose('status of 400', [400, 409, 422]),
    422: choose('status of 422', [422, 400, 406]),
    404: choose('status of 404', [404, 410]),
  };
  const [messageName, errorsName] = [nameFor('message'), nameFor('errors')];
  const wishes = isChosen('handle of the wishlist', 50) ? nameFor('wishlist') : 'wishlist';

  const theirBody = (operation: Operation, field: string): string =>
    SHOWN.includes(operation)
      ? agreeing.bodies[operation]![field]!
      : [
          ...(isChosen(`${operation} body`, 30) ? [nameFor(`${operation} body`)] : []),
          nameFor(`${operation} ${field}`),
        ].join('.');
  const bodies = Object.fromEntries(
    Object.entries(agreeing.bodies).map(([operation, fields]) => [
      operation,
      Object.fromEntries(
        Object.keys(fields).map((field) => [field, theirBody(operation as Operation, field)]),
      ),
    ]),
  ) as Dialect['bodies'];
  const line = { product: nameFor('line product'), quantity: nameFor('line quantity') };

  const write = Object.fromEntries(
    (Object.keys(agreeing.write) as Kind[]).map((one) => [
      one,
      (record: never, tenant: Tenant) => {
        const ours = (agreeing.write[one] as (record: never, tenant: Tenant) => object)(record, {
          ...tenant,
          dialect: agreeing,
        });
        return FIELDS[one] ? written(one, ours) : ours;
      },
    ]),
  ) as Dialect['write'];
  const listType = (type: string): string => String(writers['list type']!(type));
  write.listDefinition = (definition, tenant) => ({
    type: listType((agreeing.write.listDefinition(definition, tenant) as { type: string }).type),
  });

  const dialect: Dialect = {
    ...agreeing,
    name: `seed ${String(seed)}`,
    wishes,
    routes,
    bodies,
    write,
    page,
    estimateLine: line,
    statuses: {},
    idempotencyHeader: idempotent ? keyHeader.toLowerCase() : undefined,
    one: (_kind, record, operation) => (SHOWN.includes(operation) ? { data: record } : nest(oneKey, record)),
    many: (_kind, records, { number, size, total }: Page, operation) => {
      if (SHOWN.includes(operation)) return { data: records };
      const reply = nest(manyKey, records) as Record<string, unknown>;
      const hasNext = number * size < total;
      if (saysTotal) reply[totalName] = total;
      else if (kind === 'cursor') reply[nextName] = hasNext ? `after-${String(number * size)}` : null;
      else reply[nextName] = hasNext;
      return reply;
    },
    refuse: ({ status, message, fields }) => ({
      type: 'application/json',
      body: {
        [messageName]: message,
        ...(fields && {
          [errorsName]: Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, [one]])),
        }),
        ...(status === 401 && { message }),
      },
    }),
    statusOf: (status) => refused[status as keyof typeof refused] ?? status,
  };

  const operations: Record<string, OperationRules> = {};
  for (const operation of Object.keys(routes) as Operation[]) {
    const endpoint = endpointOf(operation);
    if (!endpoint || SHOWN.includes(operation)) continue;
    const rules: { -readonly [Name in keyof OperationRules]: OperationRules[Name] } = {};
    // Names of parameters are those of the contract: a file is written in its words.
    const own = endpoint.path.match(/\{\w+\}/g) ?? [];
    let at = 0;
    rules.path = paths.get(operation)!.replace(/\{\w+\}/g, () => own[at++]!);
    if (methods.get(operation) !== endpoint.method) rules.method = methods.get(operation) as 'PATCH';
    rules.data = LISTS.test(operation) ? pointer(manyKey) : pointer(oneKey);
    if (LISTS.test(operation)) rules.query = { leaveOut: 'all' };
    const answered = ANSWERS[operation];
    if (answered) rules.record = mapOf(answered) as never;
    const fields = bodies[operation];
    if (fields && endpoint.method !== 'GET') {
      rules.body = Object.fromEntries(
        Object.entries(fields).map(([field, theirs]) => [theirs, bodySource(operation, field)]),
      ) as never;
      if (operation === 'dates.put') rules.bodyAs = 'record';
    }
    operations[endpoint.id] = rules;
  }
  function bodySource(operation: Operation, field: string): unknown {
    const ours = agreeing.bodies[operation]![field]!.replace(/^0\./, '').replaceAll('.', '/');
    if (operation === 'points.estimate')
      return { from: `/${ours}`, each: { [line.product]: '/product_id', [line.quantity]: '/quantity' } };
    if (operation === 'lists.add' && field === 'definition') {
      const types = ['wishlist', 'registry', 'style-guide'];
      return { from: `/${ours}`, values: Object.fromEntries(types.map((type) => [type, listType(type)])) };
    }
    return `/${ours}`;
  }

  const tenantFile: TenantFile = {
    name: dialect.name,
    data: pointer(oneKey),
    paging: {
      kind,
      number: page.number,
      size: kind === 'none' ? null : page.size,
      maxSize: page.largestSize,
      ...(kind === 'number' && { first: page.first }),
      ...(saysTotal ? { total: `/${totalName}` } : { next: `/${nextName}` }),
    },
    errors: {
      statuses: { [refused[404]]: 'not_found', [refused[400]]: 'validation', [refused[422]]: 'validation' },
      message: { from: [`/${messageName}`, '/message'] },
      fields: `/${errorsName}`,
    },
    idempotency: { honoured: idempotent, ...(idempotent && { header: keyHeader }) },
    wishlist: isChosen('wishlist by type', 50) ? { type: 'wishlist' } : { handle: wishes },
    operations: {
      ...operations,
      'storefront.auth.token.store': { data: '/data' },
      'profiles.points.index': false,
      'list.items.reservations.update': false,
    },
  };
  return { dialect, tenantFile };
}

/** The control has these for one reason or another, and no element asks for them. */
const UNUSED: readonly Operation[] = ['dates.add'];

const upper = (words: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([their, our]) => [their.toUpperCase(), our]));

const at = (own: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (found as Record<string, unknown> | null | undefined)?.[name], own);

function put(
  record: Record<string, unknown>,
  [name = '', ...below]: readonly string[],
  value: unknown,
): void {
  if (below.length) put((record[name] ??= {}) as Record<string, unknown>, below, value);
  else record[name] = value;
}

const nest = (names: readonly string[], value: unknown): object =>
  names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

/** The fields of a record that are chosen from the seed, without those that are empty; moments as what they mean. */
export function decidedFields(kind: Kind, own: unknown): unknown {
  const fields: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(FIELDS[kind]!)) {
    const found = at(own, field.split('.'));
    if (found === undefined || found === null) continue;
    if (typeof value === 'object' && 'record' in value) fields[field] = decidedFields(value.record, found);
    else if (typeof value === 'object' && 'list' in value)
      fields[field] = (found as unknown[]).map((one) => decidedFields(value.list, one));
    else fields[field] = value === 'moment' ? Date.parse(String(found)) : found;
  }
  return fields;
}

/** The kind of record that each operation of the catalogue answers. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(ANSWERS).flatMap(([operation, kind]): [string, Kind][] => {
    const endpoint = endpointOf(operation as Operation);
    return endpoint ? [[endpoint.id, kind]] : [];
  }),
);

/** The endpoint of the catalogue that the control answers by this operation. */
export function endpointOf(operation: Operation): ListedEndpoint | undefined {
  const route = agreeing.routes[operation];
  if (route === undefined) return undefined;
  const [method = '', path = ''] = route.split(' ');
  return (Object.values(endpoints) as ListedEndpoint[]).find(
    (one) => one.method === method && normal(one.path) === normal(path),
  );
}
