import { readFileSync } from 'node:fs';
import type { Fetch } from '../../services/transport/http.ts';
import { MAX_PAGE_BYTES, readLimited, REQUEST_DEADLINE_MS } from '../limits.ts';
import { UsageError } from '../options.ts';
import { limitNesting } from './limit-nesting.ts';
import { parsePage, type ParsedPage } from './parsed-page.ts';

/** A page of the shop, as a browser gets it. */
export interface VisitedPage extends ParsedPage {
  readonly html: string;
  /** Address that relative addresses begin at; `undefined` for a file. */
  readonly address: string | undefined;
  /** None for a file. */
  readonly headers: Headers | undefined;
  /** What was not read of it. */
  readonly cut: string | undefined;
}

/** @throws UsageError where there is no page */
export async function visitPage(address: string, fetch: Fetch): Promise<VisitedPage> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`"${address}" is no address of a page: https://shop.example.com/ is one.`);
  const { response, text, isCut } = await load(address, fetch).catch(
    (error: Error & { cause?: { code?: string } }) => {
      throw new UsageError(`There is no answer from ${address} (${error.cause?.code ?? error.name}).`);
    },
  );
  if (!response.ok)
    throw new UsageError(`${address} answers with status ${response.status}: no page to look at.`);
  if (!/^\s*</.test(text)) throw new UsageError(`${address} is no HTML page.`);
  return { ...parseLimited(text, isCut), address: response.url || address, headers: response.headers };
}

/** The deadline covers the body, too. */
async function load(address: string, fetch: Fetch) {
  const response = await fetch(address, {
    headers: { Accept: 'text/html' },
    signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
  });
  return { response, ...(await readLimited(response, MAX_PAGE_BYTES)) };
}

function parseLimited(whole: string, isLarge: boolean): Omit<VisitedPage, 'address' | 'headers'> {
  const html = limitNesting(whole);
  const cut = isLarge
    ? `The page is larger than ${MAX_PAGE_BYTES / 1_000_000} MB: what comes after was not read.`
    : html.length < whole.length
      ? 'The page has elements that are nested too deep: what comes after the first one was not read.'
      : undefined;
  return { ...parsePage(html), html, cut };
}

/** @throws UsageError */
export function readPage(file: string): VisitedPage {
  try {
    const html = readFileSync(file, 'utf8');
    const isLarge = html.length > MAX_PAGE_BYTES;
    return {
      ...parseLimited(html.slice(0, MAX_PAGE_BYTES), isLarge),
      address: undefined,
      headers: undefined,
    };
  } catch {
    throw new UsageError(`--html: ${file} cannot be read.`);
  }
}
