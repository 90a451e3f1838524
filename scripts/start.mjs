// `npm start`: builds if that is necessary, then runs the demo shop until it is told to end.
import { run } from './run.mjs';

const built = await run(process.execPath, ['scripts/build-when-stale.mjs']);
process.exit(
  built || (await run(process.execPath, ['--import', 'tsx', 'demo/start.ts', ...process.argv.slice(2)])),
);
