import { sql } from 'kysely';
import { alertMails } from '../../sample/alert-mails.ts';
import { birthdayGift, TIMEZONE } from '../../sample/programme.ts';
import { users } from '../../sample/users.ts';
import { nextTime } from '../automation/cron.ts';
import type { Database } from '../database/tables.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf, type Values } from '../crud/tables.ts';
import { timestamp } from '../api/formats.ts';
import { isFirstStart } from './first-start.ts';

/** Adds the automation of the tiers' birthday gift, the mails of alerts and the time zone of the programme, once. */
export async function seedAutomation(work: Database): Promise<void> {
  const { reward, automation, target, trigger } = birthdayGift;
  // Actions run with the rights of a user: without the sample users there is none.
  const author = await work
    .selectFrom('users')
    .select('id')
    .where('username', '=', users.administrator.username)
    .executeTakeFirst();
  if (!author || !(await isFirstStart(work, 'automation'))) return;
  const add = (model: string, values: Values) =>
    addRecord(work, tableOf(model), { ...values, user_id: author.id });
  const { rows } =
    await sql`select from records where resource = 'setting' and fields ->> 'key' = 'programme.timezone'`.execute(
      work,
    );
  if (rows.length === 0) await add('setting', { key: 'programme.timezone', value: TIMEZONE });
  // Offered where the service has a server for e-mail.
  await add('setting', { key: 'alerts.guests', value: true });
  const { id: reward_definition_id } = await work
    .selectFrom('reward_definitions')
    .select('id')
    .where('handle', '=', reward)
    .executeTakeFirstOrThrow();
  const acting = { is_active: true, position: 0, scopes: ['*'] };
  const next = nextTime(automation.schedule, new Date(), TIMEZONE);
  const { id: automationId } = await add('automation', {
    ...automation,
    is_active: true,
    next_run_at: next && timestamp(next),
  });
  await add('automation-action', {
    ...acting,
    type: 'issue-reward',
    settings: { reward_definition_id },
    parent: `automation:${automationId}`,
  });
  // Triggered by the event of the reward: only profiles that got it receive the e-mail, which contains its code.
  for (const mail of [{ target, trigger }, ...alertMails]) {
    const { id: target_id } = await add('target', { ...mail.target, is_default: false });
    const { id: triggerId } = await add('trigger', { ...mail.trigger, is_active: true });
    await add('trigger-action', { ...acting, type: 'message', target_id, parent: `trigger:${triggerId}` });
  }
}
