import { readFileSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type MiddlewareHandler } from 'hono';
import { drawProduct } from '../../sample/art.ts';

const STYLES = ['tokens', 'page', 'header', 'catalogue', 'customer', 'registry', 'elements'];
const themeFile = (name: string) => readFileSync(new URL(`../theme/${name}`, import.meta.url), 'utf8');

// Chunks carry eight characters of a hash in their name: another content has another name. A hash of small letters
// alone would be taken for a word and only lose its long life.
const HASHED = /-(?=[\w-]{0,7}[A-Z0-9])[\w-]{8}\.js$/;

/** Theme, pictures and the built elements. */
export function fileRoutes(cdnDirectory: string): Hono {
  const styles = STYLES.map((name) => themeFile(`${name}.css`)).join('\n');
  const script = themeFile('theme.js');
  const icon = themeFile('icon.svg');
  const pictures = new Map<string, string>();

  return new Hono()
    .get('/theme/theme.css', fresh, (context) =>
      context.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
    )
    .get('/theme/theme.js', fresh, (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
    )
    .get('/theme/icon.svg', fresh, (context) => context.body(icon, 200, svgHeaders))
    .get('/products/:picture{[a-z0-9-]+\\.svg}', (context) => {
      const handle = context.req.param('picture').slice(0, -'.svg'.length);
      const picture = pictures.get(handle) ?? drawProduct(handle);
      if (!picture) return context.notFound();
      pictures.set(handle, picture);
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
  // A picture opened on its own runs nothing.
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

const fresh: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-cache');
};

const cdnCaching: MiddlewareHandler = async (context, next) => {
  await next();
  const kept = context.res.ok && HASHED.test(context.req.path);
  context.header('Cache-Control', kept ? 'public, max-age=31536000, immutable' : 'no-cache');
  // Pages of other origins load these files: a module script asks by CORS, and a page may require Cross-Origin-Resource-Policy.
  context.header('Access-Control-Allow-Origin', '*');
  context.header('Cross-Origin-Resource-Policy', 'cross-origin');
};
