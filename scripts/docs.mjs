// `npm run docs`: builds the documentation site into site/dist; with --serve it shows it and follows changes.
import { run } from './run.mjs';

const built = await run(process.execPath, ['scripts/build-when-stale.mjs']);
if (built !== 0) process.exit(built);
const words = ['--config=site/eleventy.config.js', ...process.argv.slice(2)];
process.exit(await run(process.execPath, ['node_modules/@11ty/eleventy/cmd.cjs', ...words]));
