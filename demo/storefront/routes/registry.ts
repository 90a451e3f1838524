import { Hono, type Context } from 'hono';
import { LoyaltyError } from '../../../src/services/transport/errors.ts';
import type { SampleCustomer } from '../../sample/customers.ts';
import { notFoundPage } from '../pages/error-pages.ts';
import {
  cancelledPage,
  confirmRemovalPage,
  ownerPage,
  refusedPage,
  reservedPage,
  sharedRegistryPage,
} from '../pages/registry.ts';
import { createRegistryService, type ReservationKey } from '../registry-service.ts';
import type { Shop } from '../shop.ts';

const OWN = '/registry';

/** Gift registries: the owner's pages, and the page that its link opens for givers without an account. */
export function registryRoutes(shop: Shop): Hono {
  const service = createRegistryService(shop.settings);

  /** Routes for signed-in customers; guests are redirected to the sign-in page. */
  const signedIn =
    (handle: (context: Context, customer: SampleCustomer) => Promise<Response>) =>
    async (context: Context): Promise<Response> => {
      const customer = await shop.sessions.customerOf(context);
      if (!customer) return context.redirect(`/sign-in?return_to=${encodeURIComponent(OWN)}`, 303);
      return handle(context, customer);
    };
  /** Shows the error of a refused request as a page. */
  const withErrorPages =
    (handle: (context: Context) => Promise<Response>) =>
    async (context: Context): Promise<Response> => {
      try {
        return await handle(context);
      } catch (error) {
        if (!(error instanceof LoyaltyError)) throw error;
        if (error.code === 'not_found') return shop.show(context, notFoundPage, 404);
        // An error without a status: there was no response.
        if (error.status === undefined) throw error;
        const [fieldErrors] = Object.values(error.fields);
        const message = fieldErrors?.[0] ?? error.message;
        return shop.show(context, () => refusedPage(message, context.req.path), 422);
      }
    };
  const readForm = async (context: Context) => {
    const form = await context.req.parseBody();
    return (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '');
  };
  const readKey = (field: (name: string) => string): ReservationKey => ({
    item: field('item'),
    id: field('reservation'),
    secret: field('secret'),
  });

  return new Hono()
    .get(
      OWN,
      withErrorPages(
        signedIn(async (context, customer) => {
          const registry = await service.readOwn(customer);
          return shop.show(context, (visit) => ownerPage(visit, registry));
        }),
      ),
    )
    .post(
      OWN,
      withErrorPages(
        signedIn(async (context, customer) => {
          const field = await readForm(context);
          await service.create(customer, { name: field('name'), day: field('day') });
          return context.redirect(OWN, 303);
        }),
      ),
    )
    .post(
      `${OWN}/items`,
      withErrorPages(
        signedIn(async (context, customer) => {
          const field = await readForm(context);
          await service.addItem(customer, field('list'), field('product'), Number(field('quantity')));
          return context.redirect(OWN, 303);
        }),
      ),
    )
    .post(
      `${OWN}/items/remove`,
      withErrorPages(
        signedIn(async (context, customer) => {
          const field = await readForm(context);
          const [list, item, isConfirmed] = [field('list'), field('item'), field('confirm') === 'true'];
          try {
            await service.removeItem(customer, list, item, isConfirmed);
          } catch (error) {
            if (!(error instanceof LoyaltyError) || error.code !== 'conflict') throw error;
            return shop.show(context, () => confirmRemovalPage({ list, item }), 409);
          }
          return context.redirect(OWN, 303);
        }),
      ),
    )
    .get(
      '/gifts/reserved',
      withErrorPages(async (context) => {
        const key = readKey((name) => context.req.query(name) ?? '');
        const reservation = await service.readReservation(key);
        const share = context.req.query('link') ?? '';
        // Without the list the page has no picture.
        const registry = await service.readShared(share).catch(() => undefined);
        const item = registry?.items?.find(({ id }) => String(id) === key.item);
        return shop.show(context, (visit) => reservedPage(visit, { reservation, key, share, item }));
      }),
    )
    .post(
      '/gifts/reserved',
      withErrorPages(async (context) => {
        const field = await readForm(context);
        const [key, share] = [readKey(field), field('link')];
        if (field('action') === 'undo') {
          await service.cancelReservation(key);
          return shop.show(context, () => cancelledPage(share));
        }
        await service.setPurchased(key);
        return context.redirect(reservedPath(key, share), 303);
      }),
    )
    .get(
      '/gifts/:link',
      withErrorPages(async (context) => {
        const share = context.req.param('link') ?? '';
        const registry = await service.readShared(share);
        return shop.show(context, (visit) => sharedRegistryPage(visit, registry, share));
      }),
    )
    .post(
      '/gifts/:link',
      withErrorPages(async (context) => {
        const share = context.req.param('link') ?? '';
        const field = await readForm(context);
        const item = field('item');
        const body = { name: field('name'), quantity: Number(field('quantity')) };
        const { id, secret } = await service.reserve(share, item, body);
        return context.redirect(reservedPath({ item, id: String(id), secret: secret ?? '' }, share), 303);
      }),
    );
}

const reservedPath = ({ item, id, secret }: ReservationKey, share: string): string =>
  `/gifts/reserved?${new URLSearchParams({ item, reservation: id, secret, link: share })}`;
