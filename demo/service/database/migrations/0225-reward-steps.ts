import { sql, type Kysely, type Migration } from 'kysely';

/** Rewards that give money for points: the amount of one step, the number of steps of a claim, and the amount of each issued reward. */
export const rewardStepsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table reward_definitions
        add column step_amount numeric check (step_amount > 0),
        add column step_currency text,
        add column minimum_steps integer check (minimum_steps > 0),
        -- Null: as many as the balance allows.
        add column maximum_steps integer check (maximum_steps >= minimum_steps),
        -- A step without points would be money for nothing, as often as one likes.
        add constraint steps_all_or_none check (case when step_amount is null
          then num_nonnulls(step_currency, minimum_steps, maximum_steps) = 0
          else num_nulls(step_currency, minimum_steps) = 0 and points_cost > 0 end)`.execute(db);
    await sql`
      alter table rewards
        add column amount numeric check (amount > 0),
        add column currency text,
        add constraint worth_has_currency check ((amount is null) = (currency is null))`.execute(db);
  },
};
