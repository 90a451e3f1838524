import type { CampaignPreview } from '../../../../src/services/contract/configuration/campaigns.ts';
import {
  addCampaign,
  campaigns,
  editCampaign,
  previewCampaign,
  readCampaign,
  tierDefinitions,
} from '../../../../src/services/contract/endpoints/index.ts';
import { forbidden, Problem } from '../../api/problem.ts';
import { recordOf, recordsOf, type ReplyBody } from '../api.ts';
import { readForm } from '../form.ts';
import { errorStatus, show, type Frame, type Visit } from '../frame.ts';
import {
  campaignPage,
  CAMPAIGNS,
  campaignsPage,
  changesOf,
  draftOf,
  type CampaignForm,
  type Days,
} from '../pages/campaigns.ts';

type Shown = Readonly<Record<string, unknown>>;
type Kept = Pick<CampaignForm, 'campaign' | 'changes' | 'reply' | 'preview' | 'saved'>;

const MOST = '100';
const DAY_MS = 86_400_000;

/** Campaigns: how purchases earn more points for a time, and what past purchases would have earned. */
export function campaignRoutes({ app, page }: Frame): void {
  app.get(
    '/campaigns',
    page(async ({ context, session, ask }) => {
      const { status, body } = await ask(campaigns, {
        query: { sort: '-id', 'page[size]': MOST, 'page[number]': '1' },
      });
      if (status !== 200) throw new Problem(errorStatus(status), body.message ?? 'Campaigns cannot be read.');
      const listed = recordsOf({ status, body });
      const shown = { campaigns: listed, total: body.meta?.total ?? listed.length };
      const main = campaignsPage(session, shown, new Date());
      return show(context, session, { title: 'Campaigns', at: CAMPAIGNS, main });
    }),
  );

  const showForm = async ({ context, session, ask }: Visit, kept: Kept, days: Days, status = 200) => {
    const tiers = recordsOf(
      await ask(tierDefinitions, { query: { 'page[size]': MOST, 'page[number]': '1' } }),
    );
    const main = campaignPage(session, { ...kept, tiers, days, now: new Date() });
    const title = kept.campaign ? String(kept.campaign['name']) : 'Add campaign';
    return show(context, session, { title, at: CAMPAIGNS, main }, status === 200 ? 200 : errorStatus(status));
  };

  app.get(
    '/campaigns/new',
    page(async (visit) => {
      checkMayChange(visit);
      return showForm(visit, {}, lastWeek());
    }),
  );

  app.post(
    '/campaigns',
    page(async (visit) => {
      const { context, session, ask } = visit;
      const form = await readForm(context, session.token);
      checkMayChange(visit);
      const changes = changesOf(form, {});
      if (form.get('do') === 'preview') return showPreview(visit, form, { changes });
      const reply = await ask(addCampaign, {
        body: changes,
        idempotencyKey: `form-${form.get('form_number') ?? ''}`,
      });
      if (reply.status < 300)
        return context.redirect(`${CAMPAIGNS}/${String(recordOf(reply.body)['id'])}?saved`, 303);
      return showForm(visit, { changes, reply: reply.body }, daysOf(form), reply.status);
    }),
  );

  const campaignOf = async ({ context, ask }: Visit): Promise<Shown> => {
    const campaign = context.req.param('id') ?? '';
    const { status, body } = await ask(readCampaign, { path: { campaign } });
    if (status !== 200)
      throw new Problem(status === 403 ? 403 : 404, body.message ?? 'There is no such campaign.');
    return recordOf(body);
  };

  app.get(
    '/campaigns/:id',
    page(async (visit) => {
      const saved = visit.context.req.query('saved') !== undefined;
      return showForm(visit, { campaign: await campaignOf(visit), saved }, lastWeek());
    }),
  );

  app.post(
    '/campaigns/:id',
    page(async (visit) => {
      const { context, session } = visit;
      const form = await readForm(context, session.token);
      const campaign = await campaignOf(visit);
      const changes = changesOf(form, campaign);
      if (form.get('do') === 'preview') return showPreview(visit, form, { campaign, changes });
      return edit(visit, { campaign, changes }, daysOf(form));
    }),
  );

  app.post(
    '/campaigns/:id/end',
    page(async (visit) => {
      await readForm(visit.context, visit.session.token);
      const campaign = await campaignOf(visit);
      return edit(visit, { campaign, changes: { ends_at: new Date().toISOString() } }, lastWeek());
    }),
  );

  const edit = async (
    visit: Visit,
    { campaign, changes }: { readonly campaign: Shown; readonly changes: Shown },
    days: Days,
  ) => {
    const id = String(campaign['id']);
    const reply = await visit.ask(editCampaign, { path: { campaign: id }, body: changes });
    if (reply.status === 200) return visit.context.redirect(`${CAMPAIGNS}/${id}?saved`, 303);
    return showForm(visit, { campaign, changes, reply: reply.body }, days, reply.status);
  };

  /** The service itself refuses users who may not read purchases. */
  const showPreview = async (visit: Visit, form: URLSearchParams, kept: Kept) => {
    const days = daysOf(form);
    const refused = faultOf(days);
    if (refused) return showForm(visit, { ...kept, reply: refused }, days, 422);
    const { status, body } = await visit.ask(previewCampaign, {
      body: {
        campaign: draftOf(form),
        ...(kept.campaign && { replaces: kept.campaign['id'] }),
        from: days.from,
        until: dayAfter(days.until),
      },
    });
    if (status === 200) return showForm(visit, { ...kept, preview: body.data as CampaignPreview }, days);
    return showForm(visit, { ...kept, reply: withoutPrefix(body) }, days, status);
  };
}

function checkMayChange({ session }: Visit): void {
  if (!session.mayUse('configuration.write')) throw forbidden();
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const lastWeek = (): Days => ({ from: dayOf(Date.now() - 7 * DAY_MS), until: dayOf(Date.now()) });
const daysOf = (form: URLSearchParams): Days => ({
  from: form.get('from') ?? '',
  until: form.get('until') ?? '',
});
const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);

function faultOf({ from, until }: Days): ReplyBody | undefined {
  const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
  const errors = {
    ...(!isDay(from) && { from: ['Choose the first day.'] }),
    ...(!isDay(until)
      ? { until: ['Choose the last day.'] }
      : until < from && { until: ['The last day is before the first one.'] }),
  };
  return Object.keys(errors).length > 0 ? { message: 'The preview needs two days.', errors } : undefined;
}

/** The service names a field of the previewed campaign `campaign.multiplier`; the form has it as `multiplier`. */
const withoutPrefix = ({ errors = {}, ...body }: ReplyBody): ReplyBody => ({
  ...body,
  errors: Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [name.replace(/^campaign\./, ''), texts]),
  ),
});
