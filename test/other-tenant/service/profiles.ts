import { empty, find, invalid, many, missing, one, raw, text, type Handler } from './answers.ts';

/** Profiles, how they are found, and what a page may tell about them. */
export const profiles = {
  'profile.read': ({ member }) => one('profile', member),
  'profile.add': (ask) => {
    const email = text(ask, 'email');
    if (ask.world.members.some((member) => member.email === email))
      throw invalid({ email: 'This e-mail is taken.' });
    const { shopId } = ask.input;
    return one(
      'profile',
      ask.world.addMember({
        email,
        firstName: String(ask.input.firstName ?? ''),
        lastName: String(ask.input.lastName ?? ''),
        ...(shopId !== undefined && { shopId: String(shopId) }),
      }),
    );
  },
  'profile.identities': ({ member }) =>
    many(
      'identity',
      member.identities.map((identity) => ({ ...identity, member })),
    ),
  'profile.addIdentity': (ask) => {
    const identity = { id: ask.world.id('identity'), type: 'shop' as const, value: text(ask, 'value') };
    ask.member.identities.push(identity);
    return one('identity', { ...identity, member: ask.member });
  },
  'profile.edit': (ask) => {
    const { member, input } = ask;
    if (input.firstName !== undefined) member.firstName = String(input.firstName);
    if (input.lastName !== undefined) member.lastName = String(input.lastName);
    return one('profile', member);
  },
  'profile.search': ({ world, params }) => {
    for (const member of world.members) {
      const identity = member.identities.find(({ value }) => value === params.identifier);
      if (identity) return one('identity', { ...identity, member });
    }
    throw missing('Profile');
  },
  'event.add': (ask) => {
    const name = text(ask, 'name');
    ask.member.events.push({ name, data: ask.input.data });
    return one('event', { name });
  },
  'dates.browse': ({ member }) =>
    many(
      'date',
      member.dates.map((date) => ({ ...date, member })),
    ),
  'dates.add': (ask) => {
    const handle = text(ask, 'handle');
    const date = ask.world.date(handle, handle[0]!.toUpperCase() + handle.slice(1), dayOf(text(ask, 'date')));
    ask.member.dates.push(date);
    return one('date', { ...date, member: ask.member });
  },
  'dates.put': (ask) => {
    const { id } = ask.input;
    const known = ask.member.dates.find((date) => date.id === String(id));
    const day = dayOf(text(ask, 'date'));
    if (id !== undefined && !known) throw missing('Date');
    if (known) known.day = day;
    const date = known ?? ask.world.date('', text(ask, 'name'), day);
    if (!known) ask.member.dates.push(date);
    return many('date', [{ ...date, member: ask.member }]);
  },
  'dates.edit': (ask) => {
    const { id, handle } = { ...ask.input, ...ask.params } as { id?: string; handle?: string };
    const known = ask.member.dates.find((date) =>
      id === undefined ? date.handle === handle : date.id === String(id),
    );
    if (!known) throw missing('Date');
    known.day = dayOf(text(ask, 'date'));
    return one('date', { ...known, member: ask.member });
  },
  'dates.delete': ({ member, params }) => {
    const date = find(member.dates, params.date, 'Date');
    member.dates.splice(member.dates.indexOf(date), 1);
    return empty;
  },
  'webhooks.store': (ask) => {
    const { world, body } = ask;
    const webhook = body as Record<string, unknown>;
    const fields: Record<string, string> = {};
    for (const name of ['trigger', 'url', 'namespace'])
      if (typeof webhook[name] !== 'string') fields[name] = 'This field is required.';
    if (Object.keys(fields).length > 0) throw invalid(fields);
    const at = world.now().toISOString();
    const {
      trigger,
      url,
      namespace,
      is_active = true,
      retry_daily = null,
      retry_hourly = null,
      queue = null,
      condition = null,
      extra_data_template = null,
    } = webhook;
    const stored = {
      id: world.integer(),
      trigger,
      url,
      namespace,
      user_id: null,
      is_active,
      retry_daily,
      retry_hourly,
      created_at: at,
      updated_at: at,
      queue,
      condition,
      extra_data_template,
    };
    world.webhooks.push(stored);
    return raw({ data: stored });
  },
} satisfies Record<string, Handler>;

function dayOf(value: string): string {
  const [found] = /^\d{4}-\d\d-\d\d/.exec(value) ?? [];
  if (found === undefined || Number.isNaN(Date.parse(found))) throw invalid({ date: 'This is not a date.' });
  return found;
}
