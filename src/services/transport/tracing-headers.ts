/**
 * Headers that tools for tracing add to every request of a page: W3C Trace Context, Sentry, Datadog, New Relic. A preflight that does not
 * allow them stops the requests of the whole page.
 */
export const TRACING_HEADERS: readonly string[] = [
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
  'newrelic',
  'x-datadog-origin',
  'x-datadog-parent-id',
  'x-datadog-sampled',
  'x-datadog-sampling-priority',
  'x-datadog-tags',
  'x-datadog-trace-id',
];
