import { empty, find, invalid, many, one, Refused, text, type Handler } from './answers.ts';
import { balanceOf } from './records.ts';

/** Rewards, benefits, credits and achievements: definitions, what a member holds, claiming and using. */
export const incentives = {
  'rewards.definitions': ({ world }) => many('rewardDefinition', world.rewardDefinitions),
  'rewards.available': ({ world }) =>
    many(
      'rewardDefinition',
      world.rewardDefinitions.filter(({ state }) => state === 'published'),
    ),
  'rewards.owned': ({ member }) => many('reward', member.rewards.toReversed()),
  'rewards.claim': (ask) => {
    const { world, member } = ask;
    const wanted = text(ask, 'definition');
    const definition = world.rewardDefinitions.find(
      ({ id, state }) => String(id) === wanted && state === 'published',
    );
    if (!definition) throw invalid({ definition: 'This reward cannot be claimed.' });
    if (balanceOf(member) < definition.points)
      throw new Refused({
        status: 400,
        message: `You need ${String(definition.points - balanceOf(member))} more points.`,
      });
    world.addEntry(member, -definition.points, 'reward', definition.name);
    world.charges.push({ member: member.id, reward: definition.handle, points: definition.points });
    world.issueReward(member, definition);
    return one('reward', member.rewards.at(-1)!);
  },
  'rewards.use': (ask) => {
    const { world, member, params, input } = ask;
    const reward = find(member.rewards, params.reward ?? input.reward, 'Reward');
    if (reward.usedAt) throw new Refused({ status: 400, message: 'This reward has been used.' });
    reward.usedAt = world.now();
    return one('reward', reward);
  },
  'benefits.definitions': ({ world }) => many('benefitDefinition', world.benefitDefinitions),
  'benefits.viewable': ({ member }) => many('benefit', member.benefits),
  'benefits.owned': ({ member }) =>
    many(
      'benefit',
      member.benefits.filter(({ state }) => state === 'held'),
    ),
  'benefits.claimable': ({ member }) =>
    many(
      'benefitDefinition',
      member.benefits.filter(({ state }) => state === 'claimable').map(({ definition }) => definition),
    ),
  'benefits.claim': (ask) => {
    const { member } = ask;
    const wanted = text(ask, 'benefit');
    const benefit = member.benefits.find(({ definition }) => String(definition.id) === wanted);
    if (benefit?.state !== 'claimable')
      throw new Refused({ status: 403, message: 'You cannot claim this benefit.' });
    benefit.state = 'held';
    return one('benefit', benefit);
  },
  'credits.browse': ({ member }) => many('credit', member.credits),
  'achievements.definitions': ({ world }) => many('achievementDefinition', world.achievementDefinitions),
  'achievements.browse': ({ member }) => many('achievement', member.achievements),
  'achievements.points': ({ member, params }) => {
    const achievement = member.achievements.find(
      ({ definition }) => String(definition.id) === params.definition,
    );
    return achievement ? one('achievementPoints', achievement) : empty;
  },
} satisfies Record<string, Handler>;
