import * as auth from '../../../../src/services/contract/shapes/auth.ts';
import * as balances from '../../../../src/services/contract/shapes/balances.ts';
import * as creditDefinition from '../../../../src/services/contract/shapes/credit-definition.ts';
import * as credit from '../../../../src/services/contract/shapes/credit.ts';
import * as customField from '../../../../src/services/contract/shapes/custom-field.ts';
import * as envelope from '../../../../src/services/contract/shapes/envelope.ts';
import * as list from '../../../../src/services/contract/shapes/list.ts';
import * as profileDate from '../../../../src/services/contract/shapes/profile-date.ts';
import * as automation from '../../../../src/services/contract/shapes/records/automation.ts';
import * as commerce from '../../../../src/services/contract/shapes/records/commerce.ts';
import * as configuration from '../../../../src/services/contract/shapes/records/configuration.ts';
import * as incentives from '../../../../src/services/contract/shapes/records/incentives.ts';
import * as organisations from '../../../../src/services/contract/shapes/records/organisations.ts';
import * as platform from '../../../../src/services/contract/shapes/records/platform.ts';
import * as products from '../../../../src/services/contract/shapes/records/products.ts';
import * as profiles from '../../../../src/services/contract/shapes/records/profiles.ts';
import * as redemption from '../../../../src/services/contract/shapes/redemption.ts';
import * as reward from '../../../../src/services/contract/shapes/reward.ts';
import type { AnySchema, AnyShape } from '../../../../src/services/contract/shapes/shape.ts';
import * as tier from '../../../../src/services/contract/shapes/tier.ts';
import * as webhook from '../../../../src/services/contract/shapes/webhook.ts';

const modules: readonly object[] = [
  ...[auth, balances, creditDefinition, credit, customField, envelope, list, profileDate],
  ...[automation, commerce, configuration, incentives, organisations, platform, products, profiles],
  ...[redemption, reward, tier, webhook],
];

/** A schema of the catalogue under the name that the document gives it. */
export interface NamedShape {
  /** `RewardDefinition`. */
  readonly name: string;
  /** The constant that it is in the source: `rewardDefinitionShape`. */
  readonly constant: string;
  readonly shape: Pick<AnyShape, 'record' | 'sent'> & Partial<AnyShape>;
}

/** Checks of a client beside the shape of the same record: in the document both are the one record. */
const sameAs = new Map<AnySchema, string>([
  [credit.credit, 'Credit'],
  [webhook.webhook, 'Webhook'],
]);
/** As customers see it, beside the whole definition. */
const renamed: Readonly<Record<string, string>> = { tierDefinition: 'TierDefinitionOfProfile' };

const exported = modules.flatMap((module) => Object.entries(module) as [string, unknown][]);
const nameOf = (constant: string) =>
  renamed[constant] ?? constant.replace(/Shape$/, '').replace(/^./, (letter) => letter.toUpperCase());

const isShape = (one: unknown): one is AnyShape =>
  typeof one === 'object' && one !== null && 'record' in one && 'sent' in one;
const isSchema = (one: unknown): one is AnySchema =>
  typeof one === 'object' && one !== null && (one as { kind?: unknown }).kind === 'schema';

/** Every table of fields. */
export const shapes: readonly NamedShape[] = exported.flatMap(([constant, one]) =>
  isShape(one) ? [{ name: nameOf(constant), constant, shape: one }] : [],
);

/** Constants of schemas that are no table of fields. */
export const plainConstants: ReadonlyMap<string, string> = new Map(
  exported.flatMap(([constant, one]) => (isSchema(one) ? [[nameOf(constant), constant] as const] : [])),
);

/** Mark of the schema that a service sends, beside the one that a client reads: one component is made of both. */
export const SENT = '!sent';

/** Every schema that has a name of its own. */
export const named: ReadonlyMap<AnySchema, string> = new Map<AnySchema, string>([
  ...exported.flatMap(([constant, one]) => (isSchema(one) ? [[one, nameOf(constant)] as const] : [])),
  ...sameAs,
  ...shapes.flatMap(({ name, shape }) => [
    ...(shape.add ? [[shape.add, `${name}Add`] as const] : []),
    ...(shape.edit ? [[shape.edit, `${name}Edit`] as const] : []),
    [shape.sent, `${name}${SENT}`] as const,
    [shape.record, name] as const,
  ]),
]);
