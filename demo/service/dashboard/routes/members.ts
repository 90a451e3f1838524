import { randomUUID } from 'node:crypto';
import {
  addPoint,
  deleteProfileReward,
  profileAddresses,
  profileBalances,
  profileCredits,
  profileLedgers,
  profileLists,
  profileRewards,
  profileTier,
  readProfile,
} from '../../../../src/services/contract/endpoints/index.ts';
import { record } from '../../../../src/services/transport/read.ts';
import { forbidden, notFound, Problem } from '../../api/problem.ts';
import { recordOf, recordsOf, type ApiReply } from '../api.ts';
import { findMembers } from '../found-members.ts';
import { readForm } from '../form.ts';
import { errorStatus, show, statusOf, type Frame, type Visit } from '../frame.ts';
import { addressOf, memberPage, MEMBERS, membersPage, type MemberPage } from '../pages/members.ts';

const SHOWN_ENTRIES = '50';

const saved: Readonly<Record<string, string>> = {
  points: 'The points were changed. The ledger shows the entry.',
  undone: 'The claim was undone. The ledger shows the points that returned.',
};

/** The search for a member, and the page of one. */
export function memberRoutes({ app, db, page }: Frame): void {
  app.get(
    '/members',
    page(async ({ context, session }) => {
      // The search reads the database: the rights for profiles apply.
      if (!session.mayUse('profiles.read')) throw forbidden();
      const wanted = (context.req.query('search') ?? '').slice(0, 200);
      const main = membersPage(wanted, await findMembers(db, wanted));
      return show(context, session, { title: 'Members', at: MEMBERS, main });
    }),
  );

  app.get(
    '/members/:id',
    page(async (visit) => {
      const name = visit.context.req.query('saved') ?? '';
      return showMember(visit, { saved: Object.hasOwn(saved, name) ? saved[name] : undefined });
    }),
  );

  app.post(
    '/members/:id/points',
    page(async (visit) => {
      const { context, session, ask } = visit;
      const fields = await readForm(context, session.token);
      const id = idOf(visit);
      const reason = (fields.get('reason') ?? '').trim();
      const value = (fields.get('value') ?? '').trim();
      const reply: ApiReply = !/^[+-]?\d{1,9}$/.test(value)
        ? refused('Enter a whole number of points, such as 50 or -50.')
        : reason === ''
          ? refused('Enter the reason: it is in the ledger.')
          : await ask(addPoint, {
              body: { profile_id: id, value: Number(value), description: reason },
              idempotencyKey: `form-${fields.get('form_number') ?? ''}`,
            });
      if (reply.status === 200) return context.redirect(`${addressOf(id)}?saved=points`, 303);
      return showMember(visit, { reply: reply.body, sent: fields }, reply);
    }),
  );

  app.post(
    '/members/:id/rewards/:reward/undo',
    page(async (visit) => {
      const { context, session, ask } = visit;
      const fields = await readForm(context, session.token);
      const id = idOf(visit);
      const reason = (fields.get('reason') ?? '').trim();
      const reply =
        reason === ''
          ? refused('Enter the reason: it is in the ledger.')
          : await ask(deleteProfileReward, {
              path: { profileId: id, rewardId: context.req.param('reward') ?? '' },
              query: { reason },
            });
      if (reply.status < 300) return context.redirect(`${addressOf(id)}?saved=undone`, 303);
      return showMember(visit, { reply: reply.body }, reply);
    }),
  );
}

const idOf = ({ context }: Visit): string => context.req.param('id') ?? '';

const refused = (message: string): ApiReply => ({ status: 422, body: { message } });

async function showMember(
  visit: Visit,
  given: Pick<MemberPage, 'saved' | 'reply' | 'sent'>,
  reply?: ApiReply,
): Promise<Response> {
  const { context, session, ask } = visit;
  const profile = idOf(visit);
  const found = await ask(readProfile, { path: { profile } });
  if (found.status === 404) throw notFound();
  if (found.status !== 200)
    throw new Problem(errorStatus(found.status), found.body.message ?? 'The member cannot be read.');
  // A profile that was merged into another one is found by its old id.
  const { id } = recordOf(found.body);
  const path = { profile: String(id) };
  const newest = { 'page[size]': SHOWN_ENTRIES, 'page[number]': '1' };
  const replies = {
    points: await ask(profileBalances, { path }),
    tier: await ask(profileTier, { path }),
    ledger: await ask(profileLedgers, { path, query: { ...newest, sort: '-occurred_at' } }),
    rewards: await ask(profileRewards, { path: { id: String(id) }, query: { ...newest, sort: '-id' } }),
    credits: await ask(profileCredits, { path, query: newest }),
    registries: await ask(profileLists, {
      path,
      query: { ...newest, 'filter[type]': 'registry', 'filter[profile_id]': path.profile },
    }),
    addresses: await ask(profileAddresses, { path }),
  };
  const main = memberPage(session, {
    profile: recordOf(found.body),
    points: record(recordOf(replies.points.body)['points']),
    tier: recordOf(replies.tier.body),
    ledger: recordsOf(replies.ledger),
    rewards: recordsOf(replies.rewards),
    credits: recordsOf(replies.credits),
    registries: recordsOf(replies.registries),
    addresses: recordsOf(replies.addresses),
    refusals: Object.entries(replies).flatMap(([name, { status, body }]) =>
      status === 200 ? [] : [`The ${name} cannot be shown: ${body.message ?? status}`],
    ),
    mayChange: session.mayUse('incentives.write'),
    formNumber: randomUUID(),
    ...given,
  });
  const title = String(recordOf(found.body)['full_name'] ?? '') || path.profile;
  return show(context, session, { title, at: MEMBERS, main }, reply ? statusOf(reply) : 200);
}
