import { readForm } from '../form.ts';
import { show, type Frame } from '../frame.ts';
import { signInPage } from '../pages/sign-in.ts';
import { signIn, signOut, visitOf } from '../session.ts';

const OWN_PATH = /^\/dashboard(\/[\w/-]*)?$/;

/** The page to return to, if it is one of the dashboard: others would allow an open redirect. */
const ownPath = (path: string | null | undefined): string =>
  path !== null && path !== undefined && OWN_PATH.test(path) ? path : '/dashboard';

export function signingInRoutes({ app, db, page }: Frame): void {
  app.get('/sign-in', (context) => {
    const main = signInPage(visitOf(context), ownPath(context.req.query('return_to')));
    return show(context, undefined, { title: 'Sign in', main });
  });

  app.post('/sign-in', async (context) => {
    const secret = visitOf(context);
    const fields = await readForm(context, secret);
    const back = ownPath(fields.get('return_to'));
    const username = fields.get('username') ?? '';
    if (await signIn(context, db, { username, password: fields.get('password') ?? '' })) {
      return context.redirect(back, 303);
    }
    const main = signInPage(secret, back, username, 'The user name or the password is wrong.');
    return show(context, undefined, { title: 'Sign in', main }, 401);
  });

  app.post(
    '/sign-out',
    page(async ({ context, session }) => {
      await readForm(context, session.token);
      await signOut(context, db, session);
      return context.redirect('/dashboard/sign-in', 303);
    }),
  );
}
