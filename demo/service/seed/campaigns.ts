import { campaigns } from '../../sample/campaigns.ts';
import { TIMEZONE } from '../../sample/programme.ts';
import { campaignTranslations } from '../../sample/translations.ts';
import { timestamp } from '../api/formats.ts';
import { campaignTable } from '../campaigns/campaigns.ts';
import { addRecord } from '../crud/store.ts';
import type { Database } from '../database/tables.ts';
import { dayOf, plusDays, startOfDay } from '../programme/time-zone.ts';
import type { Calendar } from './calendar.ts';
import { isFirstStart } from './first-start.ts';

/** Adds the sample campaigns, once. They begin and end at midnight in the time zone of the programme. */
export async function seedCampaigns(work: Database, calendar: Calendar): Promise<void> {
  if (!(await isFirstStart(work, 'campaigns'))) return;
  const today = dayOf(calendar.happened(0), TIMEZONE);
  const begins = (day: number) => timestamp(startOfDay(plusDays(today, day), TIMEZONE));
  for (const { handle, name, description, multiplier, categories, firstDay, lastDay } of campaigns)
    await addRecord(work, campaignTable, {
      handle,
      name,
      description,
      translations: campaignTranslations[handle],
      is_active: true,
      starts_at: begins(firstDay),
      ends_at: begins(lastDay + 1),
      multiplier,
      categories: [...categories],
      rounding: 'down',
    });
}
