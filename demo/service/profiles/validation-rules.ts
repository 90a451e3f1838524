import type { GenericSchema } from 'valibot';
import {
  addressShape,
  appearanceShape,
  commsShape,
  identityShape,
  profileShape,
  profileDateShape,
} from '../../../src/services/contract/profiles.ts';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import type { Principal } from '../auth/principal.ts';

/** The attributes of a profile, with the prefix of their names. */
const shapes: readonly (readonly [string, AnyShape])[] = [
  ['', profileShape],
  ['address.', addressShape],
  ['identity.', identityShape],
  ['comms.', commsShape],
  ['appearance.', appearanceShape],
  ['date.', profileDateShape],
];

/** The rules of each attribute that the caller may write, derived from the schemas that check it. */
export const validationRulesFor = (principal: Principal) =>
  shapes.flatMap(([prefix, { fields }]) =>
    Object.entries(fields)
      .filter(
        ([, { write, customers }]) =>
          write !== 'never' && (principal.kind === 'machine' || customers === 'write'),
      )
      .map(([name, { write, kind }]) => ({
        attribute: prefix + name,
        rules: [write.startsWith('required') ? 'required' : 'nullable', ...rulesOf(kind.write)],
      })),
  );

interface Described {
  readonly type: string;
  readonly requirement?: unknown;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly Described[];
}

const ruleOf: Readonly<Record<string, (described: Described) => string>> = {
  min_length: ({ requirement }) => `min:${requirement}`,
  max_length: ({ requirement }) => `max:${requirement}`,
  min_value: ({ requirement }) => `min:${requirement}`,
  max_value: ({ requirement }) => `max:${requirement}`,
  regex: ({ requirement }) => `regex:${requirement}`,
  picklist: ({ options = [] }) => `in:${options.join(',')}`,
  safe_integer: () => 'integer',
  iso_date: () => 'date',
};

/** `['string', 'min:1', 'max:255']`. */
function rulesOf(schema: GenericSchema): string[] {
  // Valibot's generic schema type does not show the parts of a schema.
  const described = schema as unknown as Described;
  const steps = (described.pipe ?? [described]).filter(
    ({ type }) => type !== 'check' && type !== 'transform',
  );
  return [...new Set(steps.map((step) => ruleOf[step.type]?.(step) ?? step.type))];
}
