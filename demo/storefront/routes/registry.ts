import { Hono, type Context } from 'hono';
import type { SampleCustomer } from '../../sample/customers.ts';
import { notFoundPage } from '../pages/not-found.ts';
import {
  confirmRemovalPage,
  giverPage,
  ownerPage,
  refusedPage,
  reservedPage,
  undonePage,
} from '../pages/registry.ts';
import { createRegistryService, Refused, type Reserved } from '../registry-service.ts';
import type { Shop } from '../visits.ts';

const OWN = '/registry';

/** Gift registries: the owner's page, and the page that its link opens for givers without an account. */
export function registryRoutes(shop: Shop): Hono {
  const service = createRegistryService(shop.settings);

  /** A page for who is signed in; others are asked to. */
  const owned =
    (handle: (context: Context, customer: SampleCustomer) => Promise<Response>) =>
    async (context: Context): Promise<Response> => {
      const customer = await shop.sessions.customerOf(context);
      if (!customer) return context.redirect(`/sign-in?return_to=${encodeURIComponent(OWN)}`, 303);
      return handle(context, customer);
    };
  /** What the service refuses becomes a page that says so. */
  const answered =
    (handle: (context: Context) => Promise<Response>) =>
    async (context: Context): Promise<Response> => {
      try {
        return await handle(context);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (error.status === 404) return shop.show(context, notFoundPage, 404);
        return shop.show(context, () => refusedPage(error.message, context.req.path), 422);
      }
    };
  const textIn = async (context: Context) => {
    const form = await context.req.parseBody();
    return (name: string) => (typeof form[name] === 'string' ? form[name].trim() : '');
  };
  const reservedIn = (text: (name: string) => string): Reserved => ({
    ...{ item: text('item'), id: text('reservation'), secret: text('secret') },
  });

  return new Hono()
    .get(
      OWN,
      answered(
        owned(async (context, customer) => {
          const registry = await service.ofOwner(customer);
          return shop.show(context, (visit) => ownerPage(visit, registry));
        }),
      ),
    )
    .post(
      OWN,
      answered(
        owned(async (context, customer) => {
          const text = await textIn(context);
          await service.make(customer, { name: text('name'), day: text('day') });
          return context.redirect(OWN, 303);
        }),
      ),
    )
    .post(
      `${OWN}/items`,
      answered(
        owned(async (context, customer) => {
          const text = await textIn(context);
          await service.wish(customer, text('list'), text('product'), Number(text('quantity')));
          return context.redirect(OWN, 303);
        }),
      ),
    )
    .post(
      `${OWN}/items/remove`,
      answered(
        owned(async (context, customer) => {
          const text = await textIn(context);
          const [list, item, isConfirmed] = [text('list'), text('item'), text('confirm') === 'true'];
          try {
            await service.remove(customer, list, item, isConfirmed);
          } catch (error) {
            if (!(error instanceof Refused) || error.status !== 409) throw error;
            return shop.show(context, () => confirmRemovalPage({ list, item }), 409);
          }
          return context.redirect(OWN, 303);
        }),
      ),
    )
    .get(
      '/gifts/reserved',
      answered(async (context) => {
        const reserved = reservedIn((name) => context.req.query(name) ?? '');
        const reservation = await service.reservation(reserved);
        const link = context.req.query('link') ?? '';
        return shop.show(context, () => reservedPage(reservation, reserved, link));
      }),
    )
    .post(
      '/gifts/reserved',
      answered(async (context) => {
        const text = await textIn(context);
        const [reserved, link] = [reservedIn(text), text('link')];
        if (text('action') === 'undo') {
          await service.undo(reserved);
          return shop.show(context, () => undonePage(link));
        }
        await service.buy(reserved);
        return context.redirect(placeOf(reserved, link), 303);
      }),
    )
    .get(
      '/gifts/:link',
      answered(async (context) => {
        const link = context.req.param('link') ?? '';
        const registry = await service.shared(link);
        return shop.show(context, () => giverPage(registry, link));
      }),
    )
    .post(
      '/gifts/:link',
      answered(async (context) => {
        const link = context.req.param('link') ?? '';
        const text = await textIn(context);
        const body = { name: text('name'), quantity: Number(text('quantity')) };
        const { id, secret } = await service.reserve(link, text('item'), body);
        return context.redirect(
          placeOf({ item: text('item'), id: String(id), secret: secret ?? '' }, link),
          303,
        );
      }),
    );
}

const placeOf = ({ item, id, secret }: Reserved, link: string): string =>
  `/gifts/reserved?${new URLSearchParams({ item, reservation: id, secret, link })}`;
