import type { Context, Handler, Hono } from 'hono';
import type { Database } from '../platform/database/tables.ts';
import type { Service } from '../api/mount.ts';
import { askWith, type Answered, type Ask, type Serve } from './api.ts';
import { layout, type PageContent } from './layout.ts';
import type { DeliveryLog } from './deliveries.ts';
import { sessionOf, type Session } from './session.ts';

/** One request of who is signed in. */
export interface Visit {
  readonly context: Context;
  readonly session: Session;
  readonly ask: Ask;
}

/** What the pages of the dashboard are put up with. */
export interface Frame {
  readonly app: Hono;
  readonly db: Database;
  /** Where the shop is: pictures of rewards may be paths there. */
  readonly shopOrigin: string | undefined;
  /** What became of deliveries of webhooks; without it that is not shown. */
  readonly deliveries: DeliveryLog | undefined;
  /** A page for who is signed in; others are asked to, and come back. */
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

type PageStatus = 200 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

/** A whole page. */
export const show = async (
  context: Context,
  session: Session | undefined,
  content: PageContent,
  status: PageStatus = 200,
): Promise<Response> => context.html(await layout(session, content), status);

/** The status of a page that shows what the service said. */
export const statusOf = ({ status }: Answered): PageStatus =>
  status < 300 ? 200 : (status as Exclude<PageStatus, 200>);
