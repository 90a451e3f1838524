import type { Context, Handler, Hono } from 'hono';
import type { Database } from '../database/tables.ts';
import type { Service } from '../api/mount.ts';
import { RETRY_AFTER_SECONDS, type Problem } from '../api/problem.ts';
import { askWith, type ApiReply, type Ask, type Serve } from './api.ts';
import { layout, type PageContent } from './layout.ts';
import type { DeliveryLog } from './deliveries.ts';
import { sessionOf, type Session } from './session.ts';

/** A request of a signed-in user. */
export interface Visit {
  readonly context: Context;
  readonly session: Session;
  readonly ask: Ask;
}

/** The parts that all pages of the dashboard use. */
export interface Frame {
  readonly app: Hono;
  readonly db: Database;
  /** The origin of the shop, for pictures of rewards that are paths. */
  readonly shopOrigin: string | undefined;
  /** The log of deliveries; without it, deliveries are not shown. */
  readonly deliveries: DeliveryLog | undefined;
  /** A page for signed-in users. Others are redirected to the sign-in page, which returns here. */
  page(handle: (visit: Visit) => Response | Promise<Response>): Handler;
}

export function frameOf(
  app: Hono,
  { db, settings }: Service,
  serve: Serve,
  deliveries: DeliveryLog | undefined,
): Frame {
  return {
    app,
    db,
    deliveries,
    shopOrigin: settings.shopOrigins[0],
    page: (handle) => async (context) => {
      const session = await sessionOf(context, db);
      if (!session) {
        const back = context.req.method === 'GET' ? context.req.path : '/dashboard';
        return context.redirect(`/dashboard/sign-in?return_to=${encodeURIComponent(back)}`, 303);
      }
      return handle({ context, session, ask: askWith(serve, session.token) });
    },
  };
}

type PageStatus = 200 | Problem['status'];

/** A complete page. */
export const show = async (
  context: Context,
  session: Session | undefined,
  content: PageContent,
  status: PageStatus = 200,
): Promise<Response> => {
  if (status === 503) context.header('Retry-After', RETRY_AFTER_SECONDS);
  return context.html(await layout(session, content), status);
};

/** The status of a page that shows a reply of the service. */
export const statusOf = ({ status }: ApiReply): PageStatus => (status < 300 ? 200 : errorStatus(status));

const errorStatuses = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503] as const;

/** The status of an error of the service; 500 for any other number. */
export const errorStatus = (status: number): Problem['status'] =>
  errorStatuses.find((known) => known === status) ?? 500;
