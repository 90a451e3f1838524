import {
  editRewardDefinition,
  readRewardDefinition,
  rewardDefinitions,
} from '../../../../src/services/contract/endpoints/index.ts';
import { Problem } from '../../api/problem.ts';
import { recordOf, recordsOf } from '../api.ts';
import { readForm } from '../form.ts';
import { show, statusOf, type Frame, type Visit } from '../frame.ts';
import { changesOf, rewardPage, REWARDS, rewardsPage } from '../pages/rewards.ts';

/** Reward definitions, as the shop shows them. */
export function rewardRoutes({ app, page, shopOrigin }: Frame): void {
  app.get(
    '/rewards',
    page(async ({ context, session, ask }) => {
      const reply = await ask(rewardDefinitions, { query: { 'page[size]': '100', 'page[number]': '1' } });
      const main = rewardsPage(recordsOf(reply), shopOrigin);
      return show(context, session, { title: 'Rewards', at: REWARDS, main }, statusOf(reply));
    }),
  );

  const definitionOf = async ({ context, ask }: Visit) => {
    const definition = context.req.param('id') ?? '';
    const { status, body } = await ask(readRewardDefinition, { path: { definition } });
    if (status !== 200)
      throw new Problem(status === 403 ? 403 : 404, body.message ?? 'There is no such reward.');
    return recordOf(body);
  };

  app.get(
    '/rewards/:id',
    page(async (visit) => {
      const { context, session } = visit;
      const definition = await definitionOf(visit);
      const main = rewardPage(session, definition, shopOrigin, {
        saved: context.req.query('saved') !== undefined,
      });
      return show(context, session, { title: String(definition['name']), at: REWARDS, main });
    }),
  );

  app.post(
    '/rewards/:id',
    page(async (visit) => {
      const { context, session, ask } = visit;
      const fields = await readForm(context, session.token);
      const definition = await definitionOf(visit);
      const changes = changesOf(fields, definition);
      const id = String(definition['id']);
      const reply = await ask(editRewardDefinition, { path: { definition: id }, body: changes });
      if (reply.status === 200) return context.redirect(`${REWARDS}/${id}?saved`, 303);
      const main = rewardPage(session, definition, shopOrigin, { changes, reply: reply.body });
      return show(
        context,
        session,
        { title: String(definition['name']), at: REWARDS, main },
        statusOf(reply),
      );
    }),
  );
}
