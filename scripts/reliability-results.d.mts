/** A row of RELIABILITY.md: what is promised, and the test files that try it. */
export interface ReliabilityPromise {
  readonly number: number;
  readonly promise: string;
  readonly target: string;
  /** Paths of test files; empty for a promise without a test. */
  readonly tests: readonly string[];
  /** Why there is no test. */
  readonly missing?: string;
}

/** A number that a test counted. */
export interface Measured {
  readonly tried: string;
  readonly result: string;
}

/** What a run of one test file gave. */
export interface TestFileResult {
  readonly file: string;
  readonly date: string;
  readonly command: string;
  readonly passed: number;
  /** Titles of tests that failed. */
  readonly failed: readonly string[];
  /** Titles of tests that this machine cannot run, with the reason. */
  readonly skipped: readonly string[];
  readonly measured: readonly Measured[];
}

export function readPromises(): ReliabilityPromise[];
export function readResult(file: string): TestFileResult | undefined;
/** Stores the result of a test file that a promise names; ignores others. */
export function saveResult(result: Omit<TestFileResult, 'date'>): void;
/** The content of RELIABILITY.md. */
export function promisesPage(): string;
/** The content of test/reliability/README.md. */
export function measurementsPage(): string;
