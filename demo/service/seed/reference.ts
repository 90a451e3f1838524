import { PROGRAMME_LANGUAGE, statusTranslations } from '../../sample/translations.ts';
import type { Database } from '../database/tables.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf, type Values } from '../crud/tables.ts';

/** Adds the reference data of the sample shop if there is none. */
export async function seedReference(work: Database): Promise<void> {
  const existing = await work.selectFrom('records').select('id').where('resource', '=', 'currency').execute();
  if (existing.length) return;
  const add = (model: string, values: Values) => addRecord(work, tableOf(model), values);
  const euro = await add('currency', { name: 'Euro', handle: 'euro', code: 'EUR', symbol: '€', decimals: 2 });
  const country = await add('country', {
    name: 'Netherlands',
    handle: 'netherlands',
    code: 'NL',
    currency_id: euro.id,
  });
  const region = await add('region', {
    name: 'Randstad',
    handle: 'randstad',
    timezone: 'Europe/Amsterdam',
    country_id: country.id,
    currency_id: euro.id,
  });
  // A point is worth 1 cent.
  await add('rate', {
    name: 'Points in euro',
    handle: 'points-in-euro',
    value: '0.01',
    currency_id: euro.id,
  });
  await add('brand', { name: 'Harbour & Pine', handle: 'harbour-pine', primary_colour: '#2f5d50' });
  await add('location', {
    name: 'Harbour & Pine Amsterdam',
    type: 'store',
    external_id: 'amsterdam',
    is_published: true,
    is_permanently_closed: false,
    region_id: region.id,
  });
  for (const name of ['Gardener', 'Collector']) await add('tag', { name, handle: name.toLowerCase() });
  for (const name of ['Active', 'Lapsed']) {
    const handle = name.toLowerCase();
    await add('status', { name, handle, translations: statusTranslations[handle] });
  }
  await add('setting', { key: 'programme.language', value: PROGRAMME_LANGUAGE });
}
