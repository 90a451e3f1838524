import { readFileSync } from 'node:fs';
import type { Fetch } from '../../services/transport/http.ts';
import { UsageError } from '../options.ts';
import { parsePage, type ParsedPage } from './parsed-page.ts';

/** A page of the shop, as a browser gets it. */
export interface VisitedPage extends ParsedPage {
  readonly html: string;
  /** Address that relative addresses begin at; `undefined` for a file. */
  readonly address: string | undefined;
  /** None for a file. */
  readonly headers: Headers | undefined;
}

const DEADLINE_MS = 20_000;

/** @throws UsageError where there is no page */
export async function visitPage(address: string, fetch: Fetch): Promise<VisitedPage> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`"${address}" is no address of a page: https://shop.example.com/ is one.`);
  const response = await fetch(address, {
    headers: { Accept: 'text/html' },
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    throw new UsageError(`There is no answer from ${address} (${error.cause?.code ?? error.name}).`);
  });
  const html = await response.text();
  if (!response.ok)
    throw new UsageError(`${address} answers with status ${response.status}: no page to look at.`);
  if (!/^\s*</.test(html)) throw new UsageError(`${address} is no HTML page.`);
  return { ...parsePage(html), html, address: response.url || address, headers: response.headers };
}

/** @throws UsageError */
export function readPage(file: string): VisitedPage {
  try {
    const html = readFileSync(file, 'utf8');
    return { ...parsePage(html), html, address: undefined, headers: undefined };
  } catch {
    throw new UsageError(`--html: ${file} cannot be read.`);
  }
}
