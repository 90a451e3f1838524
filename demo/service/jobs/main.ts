import { connect } from '../database/connect.ts';
import { mailSettings } from '../messages/mail.ts';
import { routes } from '../routes.ts';
import { startJobs } from './start.ts';

// A process that runs jobs and answers no requests: `DATABASE_URL=… npx tsx demo/service/jobs/main.ts`.

const { env } = process;
const databaseUrl = env['DATABASE_URL'];
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL has to name the database of the service.\n');
  process.exit(2);
}
const mail = mailSettings(env);
const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`);
const db = connect(databaseUrl);
const jobs = await startJobs(
  {
    db,
    routes,
    settings: {
      baseUrl: env['SERVICE_URL'] ?? 'http://127.0.0.1/api',
      shopOrigins: env['SHOP_ORIGINS']?.split(',') ?? [],
      ...(mail && { mail }),
      allowPrivateWebhooks: env['ALLOW_PRIVATE_WEBHOOKS'] === '1',
    },
  },
  onError,
  {
    ...(env['MAINTENANCE_SECONDS'] && { maintenanceSeconds: Number(env['MAINTENANCE_SECONDS']) }),
    ...(env['CLOCK_SECONDS'] && { clockMs: Number(env['CLOCK_SECONDS']) * 1_000 }),
  },
);
process.stdout.write('Jobs: working.\n');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void jobs
      .stop()
      .then(() => db.destroy())
      .then(() => process.exit(0));
  });
}
