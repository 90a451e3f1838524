import { editUser } from '../../../../src/services/contract/endpoints/index.ts';
import { addMachineUser, machineUsers, rotateSecret } from '../../platform/auth/machine-users.ts';
import type { Database } from '../../platform/database/tables.ts';
import { once } from '../../api/idempotency.ts';
import { forbidden, Problem } from '../../api/problem.ts';
import { settingOf } from '../../tenant-settings.ts';
import { readForm } from '../form.ts';
import { show, statusOf, type Frame, type Visit } from '../frame.ts';
import { head, moment } from '../layout.ts';
import {
  addMachineUserPage,
  MACHINES,
  machineUsersPage,
  newMachineUserPage,
} from '../pages/machine-users.ts';
import { shownOnce } from '../pages/shown-once.ts';
import type { Session } from '../session.ts';
import { html } from 'hono/html';

/**
 * Settings, Machine users (spec 5). No endpoint makes a client or shows its secret; users and roles are written as their
 * endpoints do it, so that nobody grants more than they hold.
 */
export function machineUserRoutes({ app, db, page }: Frame): void {
  const list = async ({ context, session }: Visit, message?: string, status: 200 | 403 | 409 | 422 = 200) => {
    if (!session.mayUse('organisations.read')) throw forbidden();
    const hours = await settingOf(db, 'machine_users.secret_overlap_hours');
    const main = machineUsersPage(session, await machineUsers(db), hours, message);
    return show(context, session, { title: 'Machine users', at: MACHINES, main }, status);
  };
  app.get(
    '/settings/machine-users',
    page((visit) => list(visit)),
  );

  app.get(
    '/settings/machine-users/new',
    page(({ context, session }) => {
      const main = addMachineUserPage(session, { name: '', scopes: [] });
      return show(context, session, { title: 'Add machine user', at: MACHINES, main });
    }),
  );

  app.post(
    '/settings/machine-users',
    page(async ({ context, session }) => {
      const fields = await readForm(context, session.token);
      mayWrite(session);
      const form = { name: (fields.get('name') ?? '').trim(), scopes: fields.getAll('scopes') };
      try {
        const made = await onceOnly(db, session, fields, (work) =>
          addMachineUser(work, session.principal, form),
        );
        const main = newMachineUserPage(form.name, made);
        return show(context, session, { title: 'Machine user added', at: MACHINES, main });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { message, details, status } = error;
        const reply = { message, ...(details.errors && { errors: details.errors }) };
        const main = addMachineUserPage(session, form, reply);
        return show(context, session, { title: 'Add machine user', at: MACHINES, main }, status);
      }
    }),
  );

  app.post(
    '/settings/machine-users/clients/:id/rotate',
    page(async ({ context, session }) => {
      const fields = await readForm(context, session.token);
      mayWrite(session);
      const id = context.req.param('id') ?? '';
      const made = await onceOnly(db, session, fields, (work) => rotateSecret(work, session.principal, id));
      const main = shownOnce({
        thing: 'secret',
        title: 'New client secret',
        again: 'Secret was made',
        value: made?.clientSecret,
        from: { address: MACHINES, name: 'Machine users' },
        words: html`The new secret of <strong>${made?.name ?? ''}</strong>.`,
        advice: html`The old one is accepted until ${moment(made?.overlapEndsAt.toISOString())} (UTC).`,
      });
      return show(context, session, { title: 'New client secret', at: MACHINES, main });
    }),
  );

  for (const [word, is_active] of [
    ['off', false],
    ['on', true],
  ] as const)
    app.post(
      `/settings/machine-users/:id/${word}`,
      page(async (visit) => {
        const { context, session, ask } = visit;
        await readForm(context, session.token);
        const user = context.req.param('id') ?? '';
        const answer = await ask(editUser, { path: { user }, body: { is_active } });
        if (answer.status < 300) return context.redirect(MACHINES, 303);
        const main = html`${head('That did not work', html`<a href="${MACHINES}">Machine users</a>`)}
          <p class="card">${answer.body.message ?? ''}</p>`;
        return show(context, session, { title: 'Machine users', at: MACHINES, main }, statusOf(answer));
      }),
    );
}

function mayWrite(session: Session): void {
  if (!session.mayUse('organisations.write')) throw forbidden();
}

/** Does what a form asks for once, however often it is sent. Undefined where it was done before: the secret is kept nowhere. */
async function onceOnly<T>(
  db: Database,
  { userId }: Session,
  fields: URLSearchParams,
  act: (work: Database) => Promise<T>,
): Promise<T | undefined> {
  let made: T | undefined;
  const key = `form-${fields.get('form_number') ?? ''}`;
  await db.transaction().execute((work) =>
    once(work, { owner: `user:${userId}`, key, request: [MACHINES] }, async () => {
      made = await act(work);
      return { status: 204, text: null };
    }),
  );
  return made;
}
