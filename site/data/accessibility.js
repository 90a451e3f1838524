import { existsSync, readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** What holds for every element, with the tests that show it. A title that no longer exists fails the build of the site. */
const COMMON = [
  {
    statement:
      'Texts have a contrast of at least 4.5:1 with data, without, after an error and for guests, in light and dark themes.',
    file: 'test/components/themes.test.ts',
    titles: ['has texts with enough contrast, state ${state}'],
  },
  {
    statement:
      'No text is cut in any of the six languages, at narrow widths, with large text and wide spacing.',
    file: 'test/components/text-sizes.test.ts',
    titles: ['is whole ${state}, in each language, width and size'],
  },
  {
    statement:
      'Saving, lists, gifts, the history, dates, receipts, claims and the panel work with the keyboard alone, and the focus is not lost.',
    file: 'test/e2e/keyboard.test.ts',
    titles: [
      'a member saves a product, and puts it on a new list by the menu of its heart',
      'a member creates, opens, shares and deletes a list, and a giver reserves and undoes',
      'a member filters the history, gives a date, and sends a receipt',
      'a member claims a reward at the cart, takes it back, and opens and closes the panel',
    ],
  },
  {
    statement:
      'The question of a claim, a heart, its menu and an undo have names and states for assistive technology, and their results are announced.',
    file: 'test/e2e/accessibility-tree.test.ts',
    titles: [
      'has the question of a claim as the name of its buttons, and announces the result',
      'has the state of a heart, the menu of lists as a dialog, and announces a removal with its undo',
    ],
  },
  {
    statement:
      'With forced colours, the bar of a credit, hearts and the ring of a focused button stay visible.',
    file: 'test/build/forced-colors.test.ts',
    titles: [
      'the bar of a credit differs from its track',
      'the heart of a saved product is filled, others are outlined',
      'the focused button has a ring',
    ],
  },
  {
    statement: 'Nothing on the page moves while elements load.',
    file: 'test/components/layout-shift.test.ts',
    titles: ['content after an element does not move'],
  },
];
for (const { file, titles } of COMMON) {
  const text = readFileSync(file, 'utf8');
  for (const title of titles)
    if (!text.includes(title))
      throw new Error(`${file} has no test “${title}”: change site/data/accessibility.js.`);
}

const AXE =
  'axe finds no violation while it loads, with data, without, after an error, for guests and with invalid settings; on a light, a dark and a right-to-left page, and with a pale accent.';
/** Titles of the tests of one element that are about people who use a keyboard, a screen reader or other sizes and colours. */
const ABOUT_ACCESS =
  /screen reader|announce|focus|keyboard|Escape|\bTab\b|label|heading|contrast|spacing|reduced motion/i;

/** Tests of a file, with the titles of the groups around each: together they are a sentence. */
function testsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const tests = [];
  const visit = (node, groups) => {
    const call = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : '';
    const [title] = node.arguments ?? [];
    const isTitled = title && ts.isStringLiteral(title);
    if (isTitled && (call === 'it' || call === 'test')) tests.push({ groups, title: title.text });
    const inside = isTitled && call === 'describe' ? [...groups, title.text] : groups;
    node.forEachChild((child) => visit(child, inside));
  };
  visit(source, []);
  return tests;
}

/** How the title of a group goes on with the group around it; any other title names a part of that one. */
const CASE = /^(?:after|before|by|for|in|of|on|while|with|\w+s)\b/;

function sentenceOf({ groups, title }) {
  const subject = groups.reduce((outer, inner) =>
    CASE.test(inner) ? `${outer} ${inner}` : `${inner} of ${outer}`,
  );
  // The name of an element stays in lower case.
  const first = subject.startsWith('loyalty-') ? 'l' : subject[0].toUpperCase();
  return `${first}${subject.slice(1)} ${title}.`;
}

function ownTests(name) {
  const folder = `test/components/${name}`;
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`);
  const withAxe = files.find((file) => /\bisAccessible\(/.test(readFileSync(file, 'utf8')));
  return [
    ...(withAxe ? [{ statement: AXE, file: withAxe, titles: ['is accessible'] }] : []),
    ...files.flatMap((file) =>
      testsOf(file)
        .filter(({ title }) => ABOUT_ACCESS.test(title) && !title.startsWith('twin'))
        .map((one) => ({ statement: sentenceOf(one), file, titles: [one.title] })),
    ),
  ];
}

const names = [...readFileSync('src/components/catalogue.ts', 'utf8').matchAll(/name: '([a-z-]+)'/g)].map(
  ([, name]) => name,
);

export default {
  common: COMMON,
  elements: names
    .map((name) => ({ tag: `loyalty-${name}`, lines: ownTests(name) }))
    .filter(({ tag }) => tag !== 'loyalty-events'), // it shows nothing
};
