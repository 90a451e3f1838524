import { Hono } from 'hono';
import { homePage } from '../pages/home.ts';
import { listingPage, type Listing } from '../pages/listing.ts';
import { productPage } from '../pages/product.ts';
import type { Shop } from '../shop.ts';

/** Routes of the home page, listings and product pages. */
export function catalogueRoutes(shop: Shop): Hono {
  const { products, categories } = shop.settings;
  const byHandle = new Map(products.map((product) => [product.handle, product]));

  return new Hono()
    .get('/', (context) => shop.show(context, homePage))
    .get('/products', (context) =>
      showListing(context, {
        title: 'All products',
        about: 'Everything on our shelves, room by room.',
        path: '/products',
        products,
      }),
    )
    .get('/categories/:handle', (context) => {
      const category = categories.find(({ handle }) => handle === context.req.param('handle'));
      if (!category) return context.notFound();
      return showListing(context, {
        title: category.name,
        about: category.about,
        path: `/categories/${category.handle}`,
        products: products.filter((product) => product.category === category.name),
      });
    })
    .get('/products/:handle', (context) => {
      const product = byHandle.get(context.req.param('handle'));
      if (!product) return context.notFound();
      return shop.show(context, (visit) => productPage(visit, product));
    });

  function showListing(context: Parameters<Shop['show']>[0], listing: Listing) {
    const page = listingPage(listing, Number(context.req.query('page') ?? 1));
    return page ? shop.show(context, page) : context.notFound();
  }
}
