import { readFileSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { readPicture } from '../../sample/products.ts';

const STYLES = ['tokens', 'page', 'header', 'catalogue', 'customer', 'registry', 'elements'];
const themeFile = (name: string) => readFileSync(new URL(`../theme/${name}`, import.meta.url), 'utf8');

// The name of such a file ends with the hash of its content: vite.config.ts.
const HASHED = /-[\da-f]{8}\.js$/;

/** Routes of theme, pictures and the built elements. */
export function fileRoutes(cdnDirectory: string): Hono {
  const styles = STYLES.map((name) => themeFile(`${name}.css`)).join('\n');
  const script = themeFile('theme.js');
  const icon = themeFile('icon.svg');

  return new Hono()
    .get('/theme/theme.css', revalidated, (context) =>
      context.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    )
    .get('/theme/theme.js', revalidated, (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    )
    .get('/theme/icon.svg', revalidated, (context) => context.body(icon, 200, svgHeaders))
    .get('/products/:picture{[a-z0-9-]+\\.svg}', (context) => {
      const handle = context.req.param('picture').slice(0, -'.svg'.length);
      const picture = readPicture(handle);
      if (!picture) return context.notFound();
      return context.body(picture, 200, { ...svgHeaders, 'Cache-Control': 'public, max-age=86400' });
    })
    .get(
      '/cdn/*',
      cdnCaching,
      serveStatic({
        root: cdnDirectory,
        rewriteRequestPath: (path) => path.replace(/^\/cdn/, ''),
        precompressed: true,
      }),
      (context) => context.text('Not built: run "npm run build" first.', 404),
    );
}

const svgHeaders = {
  'Content-Type': 'image/svg+xml; charset=utf-8',
  // No script runs in a picture that is opened as a page.
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

const revalidated: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-cache');
};

const cdnCaching: MiddlewareHandler = async (context, next) => {
  await next();
  const isImmutable = context.res.ok && HASHED.test(context.req.path);
  context.header('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  // Pages of other origins load these files: module scripts need CORS, some pages Cross-Origin-Resource-Policy.
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Cross-Origin-Resource-Policy', 'cross-origin');
};
