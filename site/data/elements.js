import { readFileSync } from 'node:fs';
import { elementNames } from '../../scripts/catalogue-names.mjs';
import examples from './examples.js';

const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'));
const documented = new Map(
  modules.flatMap(({ declarations = [] }) => declarations).map((one) => [one.tagName, one]),
);

/** How the playground asks for the value of an attribute, from its type. */
function controlOf({ name, type, default: standard, description }) {
  const choices = [...type.text.matchAll(/'([^']+)'/g)].map(([, choice]) => choice);
  const kind = choices.length ? 'choice' : /^boolean/.test(type.text) ? 'switch' : 'text';
  return { name, kind, choices, standard, description };
}

const typeOf = (items = []) => items.map((item) => ({ ...item, type: item.type?.text }));
const signatureOf = ({ name, parameters = [] }) =>
  `${name}(${parameters.map((one) => `${one.name}${one.optional ? '?' : ''}: ${one.type.text}`).join(', ')})`;

/** Every element with what the manifest says of it, in the order of the catalogue. */
export default elementNames.map((name) => {
  const tag = `loyalty-${name}`;
  const element = documented.get(tag);
  const {
    members = [],
    attributes = [],
    events = [],
    slots = [],
    cssParts = [],
    cssProperties = [],
  } = element;
  const fields = members.filter(({ kind }) => kind === 'field');
  const described = attributes.map((attribute) => ({
    ...attribute,
    description:
      attribute.description ?? fields.find((field) => field.attribute === attribute.name)?.description,
  }));
  const own = examples.filter((example) => example.element === name);
  if (!own.length) throw new Error(`<${tag}> has no example in examples/${name}/.`);
  return {
    name,
    tag,
    summary: element.summary,
    description: element.description,
    examples: own,
    controls: described.map(controlOf),
    attributes: typeOf(described),
    properties: typeOf(fields.filter(({ attribute }) => !attribute)),
    methods: members
      .filter(({ kind }) => kind === 'method')
      .map((method) => ({ ...method, name: signatureOf(method) })),
    events: typeOf(events).map((event) => ({ ...event, detail: event.detail?.text })),
    slots: slots.map((slot) => ({ ...slot, label: slot.name || '(default)' })),
    parts: cssParts,
    customProperties: cssProperties,
    states: element.cssStates ?? [],
    keyboard: element.keyboard ?? [],
  };
});
