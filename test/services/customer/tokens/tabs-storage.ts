import type { Browser, TextStorage } from '../../../../src/services/customer/environment.ts';
import { memoryStorage } from '../../../support/client-storage.ts';

interface Change {
  readonly from: View;
  readonly key: string;
  readonly text: string | undefined;
}

/** What one tab knows of the storage. */
interface View {
  readonly known: Map<string, string>;
  /** Own changes on their way, by key: until they have arrived, changes of other tabs to that key are not seen. */
  readonly underWay: Map<string, number>;
}

/**
 * `localStorage` as browsers with a process for each tab have it: a tab sees its own changes at once and those of the others when
 * they arrive. All changes arrive everywhere in one order; the last one stays.
 */
export function tabsStorage() {
  const stored = new Map<string, string>();
  const views: View[] = [];
  let underWay: Change[] = [];
  const put = (map: Map<string, string>, { key, text }: Omit<Change, 'from'>): void => {
    if (text === undefined) map.delete(key);
    else map.set(key, text);
  };

  return {
    /** What the browser has stored in the end. */
    stored,
    tab(): Browser {
      const view: View = { known: new Map(stored), underWay: new Map() };
      views.push(view);
      const change = (key: string, text: string | undefined): void => {
        put(view.known, { key, text });
        view.underWay.set(key, (view.underWay.get(key) ?? 0) + 1);
        underWay.push({ from: view, key, text });
      };
      const localStorage: TextStorage = {
        getItem: (key) => view.known.get(key) ?? null,
        setItem: (key, text) => change(key, text),
        removeItem: (key) => change(key, undefined),
      };
      return { localStorage, sessionStorage: memoryStorage() };
    },
    /** Lets all changes arrive. */
    deliver(): void {
      const arriving = underWay;
      underWay = [];
      for (const change of arriving) {
        put(stored, change);
        const { from, key } = change;
        for (const view of views) {
          const own = view.underWay.get(key) ?? 0;
          if (view === from) view.underWay.set(key, own - 1);
          else if (own === 0) put(view.known, change);
        }
      }
    },
  };
}
