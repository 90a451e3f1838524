/** Welch's t: how far two means lie apart, in units of what chance explains. */
export function welch(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const error = (list: readonly number[]) => {
    const middle = mean(list);
    return list.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (list.length - 1) / list.length;
  };
  return (mean(a) - mean(b)) / Math.sqrt(error(a) + error(b));
}
