import { editUser } from '../../../../src/services/contract/endpoints/index.ts';
import { addMachineUser, machineUsers, rotateSecret } from '../../auth/machine-users.ts';
import { forbidden, Problem } from '../../api/problem.ts';
import { settingOf } from '../../tenant-settings.ts';
import { oncePerForm, readForm } from '../form.ts';
import { show, statusOf, type Frame, type Visit } from '../frame.ts';
import { head, moment } from '../layout.ts';
import {
  addMachineUserPage,
  MACHINES,
  machineUsersPage,
  newMachineUserPage,
} from '../pages/machine-users.ts';
import { newSecretPage } from '../pages/new-secret.ts';
import type { Session } from '../session.ts';
import { html } from 'hono/html';

/**
 * Settings, Machine users (spec 5). No endpoint adds a client or shows its secret. Users and roles are checked as by their endpoints, so
 * that a user cannot grant permissions without having them.
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
      checkMayWrite(session);
      const form = { name: (fields.get('name') ?? '').trim(), scopes: fields.getAll('scopes') };
      try {
        const credentials = await oncePerForm(db, session.userId, fields, MACHINES, (work) =>
          addMachineUser(work, session.principal, form),
        );
        const main = newMachineUserPage(form.name, credentials);
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
      checkMayWrite(session);
      const id = context.req.param('id') ?? '';
      const rotated = await oncePerForm(db, session.userId, fields, MACHINES, (work) =>
        rotateSecret(work, session.principal, id),
      );
      const main = newSecretPage({
        kind: 'secret',
        title: 'New client secret',
        titleAgain: 'Secret was created',
        value: rotated?.clientSecret,
        from: { address: MACHINES, name: 'Machine users' },
        description: html`The new secret of <strong>${rotated?.name ?? ''}</strong>.`,
        usage: html`The old one is accepted until ${moment(rotated?.overlapEndsAt.toISOString())} (UTC).`,
      });
      return show(context, session, { title: 'New client secret', at: MACHINES, main });
    }),
  );

  for (const [state, is_active] of [
    ['off', false],
    ['on', true],
  ] as const)
    app.post(
      `/settings/machine-users/:id/${state}`,
      page(async (visit) => {
        const { context, session, ask } = visit;
        await readForm(context, session.token);
        const user = context.req.param('id') ?? '';
        const reply = await ask(editUser, { path: { user }, body: { is_active } });
        if (reply.status < 300) return context.redirect(MACHINES, 303);
        const main = html`${head('That did not work', html`<a href="${MACHINES}">Machine users</a>`)}
          <p class="card">${reply.body.message ?? ''}</p>`;
        return show(context, session, { title: 'Machine users', at: MACHINES, main }, statusOf(reply));
      }),
    );
}

function checkMayWrite(session: Session): void {
  if (!session.mayUse('organisations.write')) throw forbidden();
}
