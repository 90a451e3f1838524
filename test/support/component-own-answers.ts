import type { Endpoint } from '../../src/services/contract/endpoints/index.ts';
import {
  addList,
  addListItem,
  claimReward,
  listItems,
  profileBalances,
  profileRewards,
  profileTier,
  proxyCreate,
  proxyLogin,
  removeListItem,
  rewardDefinitions,
  searchProfile,
  storefrontToken,
  tierDefinitions,
} from '../../src/services/contract/endpoints/index.ts';
import { json, refuse, type Answer, type SeenRequest } from './component-answers.ts';
import { Member } from './component-member.ts';

export type AnyEndpoint = Pick<Endpoint, 'method' | 'path'>;

/** The requested page of records, with its page number and the number of pages. */
const paged = (records: readonly unknown[], { url }: SeenRequest): Response => {
  const size = Number(url.searchParams.get('page[size]') ?? 100);
  const page = Number(url.searchParams.get('page[number]') ?? 1);
  const meta = {
    current_page: page,
    last_page: Math.max(1, Math.ceil(records.length / size)),
    per_page: size,
    total: records.length,
  };
  return json({ data: records.slice((page - 1) * size, page * size), meta });
};

/** The service's own response for each endpoint, from members and their tokens in memory. */
export function ownAnswers(
  members: Map<string, Member>,
  tokens: Map<string, Member>,
): [AnyEndpoint, Answer][] {
  let tokensIssued = 0;

  /** Calls `answer` with the member of the request's token (spec 5, 7). */
  const forMember =
    (answer: (member: Member, request: SeenRequest) => Response): Answer =>
    (request) => {
      const member = tokens.get(request.headers.get('Authorization')?.replace('Bearer ', '') ?? '');
      if (!member) return refuse(401, 'Unauthenticated.');
      const asked = request.names.profile ?? request.names.id ?? request.names.profileId;
      if (asked && asked !== member.profileId) return refuse(404, 'No such profile.');
      return answer(member, request);
    };

  return [
    [
      storefrontToken,
      ({ body }) => {
        const { id, signature } = body as { id: string; signature: string };
        const member = members.get(id);
        if (!member || member.signature !== signature) return refuse(401, 'Unauthenticated.');
        const token = `token-${member.id}-${++tokensIssued}`;
        tokens.set(token, member);
        return json({ data: { token } });
      },
    ],
    [
      proxyLogin,
      ({ headers }) => {
        const [, encoded = ''] = headers.get('Authorization')!.split(' ');
        const [email = '', password] = new TextDecoder()
          .decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
          .split(':');
        const member = [...members.values()].find(({ id }) => `${id}@example.com` === email);
        if (!member || password !== `pässword-${member.id}`) return refuse(401, 'Unauthenticated.');
        const token = `session-${member.id}-${++tokensIssued}`;
        tokens.set(token, member);
        return json({ token, expiry: new Date(Date.now() + 3_600_000).toISOString() });
      },
    ],
    [
      proxyCreate,
      ({ body }) => {
        const { email } = body as { email: string };
        const [id = ''] = email.split('@');
        if (members.has(id)) {
          return refuse(422, 'Some fields are not right.', { email: ['This e-mail address is taken.'] });
        }
        members.set(id, new Member(id, 'c'.repeat(64)));
        return json({ data: { profile_id: `profile-${id}` } });
      },
    ],
    [
      searchProfile,
      forMember(({ id, profileId }) =>
        json({ data: { id: profileId, identities: [{ namespace: 'shop', value: id }] } }),
      ),
    ],
    [profileBalances, forMember(({ points }) => json({ data: { points } }))],
    [profileTier, forMember(({ tier }) => json({ data: tier }))],
    [profileRewards, forMember(({ rewards }, request) => paged(rewards, request))],
    [rewardDefinitions, forMember(({ definitions }, request) => paged(definitions, request))],
    [tierDefinitions, forMember(({ tiers }, request) => paged(tiers, request))],
    [claimReward, forMember((member, request) => member.claim(request.body, request.headers))],
    [
      listItems,
      forMember(({ items }, request) => (items ? paged(items, request) : refuse(404, 'No such list.'))),
    ],
    [addList, forMember((member) => json({ data: member.addList() }))],
    [
      addListItem,
      forMember((member, { body }) => {
        const { product_id } = body as { product_id: string };
        return member.items ? json({ data: member.addItem(product_id) }) : refuse(404, 'No such list.');
      }),
    ],
    [
      removeListItem,
      forMember((member, { names }) => {
        const found = member.items?.some(({ id }) => String(id) === names.item);
        member.items = member.items?.filter(({ id }) => String(id) !== names.item);
        return found ? new Response(null, { status: 204 }) : refuse(404, 'No such item.');
      }),
    ],
  ];
}
