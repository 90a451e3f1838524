import type { Browser, TextStorage } from '../../src/services/customer/environment.ts';
import { BASE_URL } from './client-fetch.ts';

/** The name under which the service layer keeps its one record. */
export const SLOT = `loyalty-elements ${BASE_URL}`;

export interface MemoryStorage extends TextStorage {
  /** All that is kept. */
  readonly kept: Map<string, string>;
}

/** A browser's storage without a browser. */
export function memoryStorage(record?: unknown): MemoryStorage {
  const kept = new Map<string, string>();
  if (record !== undefined) kept.set(SLOT, typeof record === 'string' ? record : JSON.stringify(record));
  const storage = {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  // The keys of a browser's storage are those of its entries.
  return new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: (_, key) =>
      kept.has(key as string) ? { enumerable: true, configurable: true } : undefined,
  });
}

/** The record that is kept, read back. */
export const keptRecord = ({ kept }: MemoryStorage): Record<string, unknown> | undefined => {
  const text = kept.get(SLOT);
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
};

/** A storage of which the named methods throw, as private windows, full disks and sandboxed frames do. */
export function throwingStorage(...methods: readonly (keyof TextStorage)[]): MemoryStorage {
  const storage = memoryStorage();
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  return Object.assign(storage, Object.fromEntries(methods.map((method) => [method, refuse])));
}

/** A tab of a browser that keeps `storage` for all of them, and knows neither locks nor databases. */
export const tabWith = (storage: MemoryStorage, own: MemoryStorage = memoryStorage()): Browser => ({
  localStorage: storage,
  sessionStorage: own,
});
