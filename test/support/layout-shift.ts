/** In the page: sums every layout shift into `window.shifts`, also those that the browser leaves out after input. */
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
