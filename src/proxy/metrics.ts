/// <reference types="node" />
import { createServer } from 'node:http';
import type { HandledRequest } from './handled.ts';
import { listen } from './listen.ts';
import type { LogEntry } from './log.ts';

export interface Metrics {
  /** Counts an answered request. */
  onRequest(handled: HandledRequest): void;
  /** Counts a log entry: `storage_failed` and others are what an operator wants an alert for. */
  onLog(entry: LogEntry): void;
  /** Answers `GET /metrics` on a port of its own, which is not the one that the shop's web server passes requests to. */
  listen(host: string, port: number): Promise<{ readonly url: string; stop(): Promise<void> }>;
}

/** Buckets in seconds: the proxy itself takes milliseconds, a slow service up to the deadline of ten seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics for Prometheus, of this process. Their labels are from known lists, so their number does not grow, and none has data of a customer.
 *
 * @throws where the optional package `prom-client` is not installed
 */
export async function createMetrics(): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'loyalty_proxy_request_seconds',
    help: 'Time from a request to its answer, by operation and status.',
    labelNames: ['method', 'operation', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const entries = new Counter({
    name: 'loyalty_proxy_log_entries_total',
    help: 'Log entries by event.',
    labelNames: ['level', 'event'],
    registers,
  });
  return {
    onRequest: ({ method, operation, status, durationMs }) =>
      requests.observe({ method, operation, status }, durationMs / 1_000),
    onLog: ({ level, event }) => entries.inc({ level, event }),
    async listen(host, port) {
      const server = createServer((incoming, outgoing) => {
        if (incoming.method !== 'GET' || incoming.url !== '/metrics')
          return void outgoing.writeHead(404).end();
        void register.metrics().then(
          (text) => outgoing.writeHead(200, { 'Content-Type': register.contentType }).end(text),
          () => outgoing.writeHead(500).end(),
        );
      });
      const origin = await listen(server, host, port);
      return {
        url: `${origin}/metrics`,
        stop: () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      };
    },
  };
}
