const BAR_CELLS = 24;

export interface ProgressOptions {
  readonly total: number;
  /** The unit of `total`, such as `rows`. */
  readonly unit: string;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** The progress of a long load as text: bar, percentage, rate since the first call, and remaining time. */
export function progressLine({ total, unit, now = () => performance.now() }: ProgressOptions) {
  let begun: { readonly at: number; readonly there: number } | undefined;
  return (there: number): string => {
    begun ??= { at: now(), there };
    const share = total > 0 ? Math.min(1, there / total) : 1;
    const filled = Math.round(share * BAR_CELLS);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}]`;
    const counted = `${bar} ${Math.floor(share * 100)} % ${grouped(there)} of ${grouped(total)} ${unit}`;
    const seconds = (now() - begun.at) / 1000;
    const rate = seconds > 0 ? (there - begun.there) / seconds : 0;
    if (rate <= 0) return counted;
    return `${counted}, ${grouped(Math.round(rate))}/s, ${duration((total - there) / rate)} left`;
  };
}

/** Where progress is shown: on a terminal in one place, in a file line after line. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export function progressOn(stream: ProgressStream) {
  let isOpen = false;
  const end = () => {
    if (isOpen) stream.write('\n');
    isOpen = false;
  };
  return {
    show(line: string): void {
      stream.write(stream.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
      isOpen = stream.isTTY === true;
    },
    /** Prints a line below the bar. */
    log(line: string): void {
      end();
      stream.write(`${line}\n`);
    },
    end,
  };
}

export const grouped = (number: number): string => number.toLocaleString('en');

/** `95` → `1 min 35 s`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
