/** A campaign of the sample programme. Days are relative to the day of seeding: −3 is three days before. */
export interface SampleCampaign {
  readonly handle: string;
  readonly name: string;
  readonly description: string;
  /** How many times the points, as decimal text. */
  readonly multiplier: string;
  /** Names of categories whose products count. */
  readonly categories: readonly string[];
  readonly firstDay: number;
  readonly lastDay: number;
}

export const campaigns: readonly SampleCampaign[] = [
  {
    handle: 'double-tableware',
    name: 'Double points for tableware',
    description: 'Two points for every euro, for all that comes from our potters and glass-blowers.',
    multiplier: '2',
    categories: ['Tableware'],
    firstDay: -3,
    lastDay: 11,
  },
];
