/** Runs in the page: sums all layout shifts into `window.shifts`, also those after input, which the browser's score leaves out. */
export function recordShifts(): void {
  const record = { value: 0, sources: [] as string[] };
  Object.assign(window, { shifts: record });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node?: Element }[];
    })[]) {
      record.value += entry.value;
      record.sources.push(...entry.sources.map(({ node }) => node?.nodeName ?? '?'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
