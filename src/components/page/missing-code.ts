import { LoyaltyError } from '../../services/index.ts';
import { LoyaltyErrorEvent } from '../internal/events.ts';
import { logMisconfiguration } from './page-misconfigurations.ts';

// Code behind a control whose file did not load. The control shows a sentence; part of `page-policy.ts`.

/** What Chromium, Firefox, Safari and bundlers say of a file that `import()` did not get. None of it is said of a request. */
const MISSING_FILE = /dynamically imported module|module script|loading (css )?chunk/i;

/** Fires `loyalty-error` at an element whose control did nothing, because its code did not load. */
export function reportMissing(element: Element, cause: unknown): void {
  const error = new LoyaltyError('not_loaded', `Code of <${element.localName}> did not load.`, { cause });
  element.dispatchEvent(new LoyaltyErrorEvent(error));
}

// Also of changes: what sends them is loaded with the first one.
addEventListener('loyalty-error', (event) => {
  const { cause } = event.detail.error;
  const element = event.composedPath()[0];
  if (element instanceof Element && cause instanceof Error && MISSING_FILE.test(cause.message))
    logMisconfiguration('missing-file', element.localName);
});
