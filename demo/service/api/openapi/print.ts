import { routes } from '../../routes.ts';
import { createDocument } from './document.ts';

// `npx tsx demo/service/api/openapi/print.ts [base address]` prints the document, for linters and generators.
const baseUrl = process.argv[2] ?? 'https://api.tenant.example/api';
process.stdout.write(`${JSON.stringify(createDocument(baseUrl, routes), null, 2)}\n`);
