import type { Category } from './product-piece.ts';

export const kitchen: Category = {
  name: 'Kitchen',
  handle: 'kitchen',
  about: 'Tools that age well beside a stove.',
  kinds: [
    {
      kind: 'teapot',
      detail: 'Holds 900 ml, with a steel strainer that lifts out.',
      pieces: [
        [
          'Stoneware teapot',
          68,
          'round',
          'linen',
          'walnut',
          'A round pot with a bentwood handle that stays cool.',
        ],
        ['Iron teapot', 92, 'low', 'iron', 'iron', 'Cast iron, enamelled inside, for slow refills.'],
        ['Pine teapot', 72, 'round', 'pine', 'brass', 'Pine-green gloss and a brass handle.'],
        ['Rose teapot', 64, 'tall', 'rose', 'oak', 'Tall and dusty pink, with an oak knob.'],
        ['Slate teapot', 66, 'low', 'slate', 'oak', 'Wide, low and hard to tip over.'],
        ['White teapot', 62, 'tall', 'chalk', 'oak', 'The tall pot in plain white.'],
      ],
    },
    {
      kind: 'board',
      detail: 'End-finished with linseed oil; wash by hand and let it stand to dry.',
      pieces: [
        ['Oak paddle board', 38, 'paddle', 'oak', 'oak', 'A long handle and a hole to hang it by.'],
        ['Round walnut board', 46, 'round', 'walnut', 'walnut', 'For a whole loaf or a whole cheese.'],
        [
          'Bread board',
          42,
          'plain',
          'ash',
          'ash',
          'With a groove for crumbs on one side, plain on the other.',
        ],
        ['Cheese paddle', 29, 'paddle', 'cherry', 'cherry', 'Small, in red cherry wood.'],
        ['Butcher block', 96, 'block', 'oak', 'walnut', 'Oak and walnut in strips, four fingers thick.'],
        [
          'Round pizza paddle',
          52,
          'roundpaddle',
          'ash',
          'ash',
          'Round, thin at the lip, long in the handle.',
        ],
      ],
    },
    {
      kind: 'casserole',
      detail: 'Enamelled cast iron for every stove and the oven; holds 4 litres.',
      pieces: [
        ['Pine casserole', 149, 'deep', 'pine', 'brass', 'For the stew that is better tomorrow.'],
        ['Ochre casserole', 149, 'deep', 'ochre', 'brass', 'The same pot in a colour for grey days.'],
        ['Shallow casserole', 129, 'shallow', 'slate', 'iron', 'Low and wide, for rice and for browning.'],
        ['Rust casserole', 155, 'deep', 'rust', 'iron', 'A deep rust that darkens to the edge.'],
        [
          'Chalk shallow pan',
          119,
          'shallow',
          'chalk',
          'brass',
          'White enamel that goes straight to the table.',
        ],
      ],
    },
    {
      kind: 'jar',
      detail: 'Closes with a silicone ring; wash the jar by machine and the lid by hand.',
      pieces: [
        ['Flour jar', 34, 'tall', 'chalk', 'oak', 'Takes a full kilo bag and a hand with a scoop.'],
        ['Coffee jar', 29, 'short', 'charcoal', 'walnut', 'Dark, as coffee likes it.'],
        ['Salt pig', 27, 'short', 'sage', 'oak', 'A wide mouth for cooking with wet fingers.'],
        ['Pasta jar', 26, 'pasta', 'mist', 'oak', 'Tall, clear, spaghetti length.'],
        ['Tea jar', 31, 'tall', 'rust', 'walnut', 'Keeps leaves dark and dry.'],
        ['Lentil jar', 22, 'lentils', 'mist', 'walnut', 'The clear jar, half height.'],
      ],
    },
    {
      kind: 'utensils',
      detail: 'Turned and carved from one piece each; oil them when they look thirsty.',
      pieces: [
        ['Spoon set', 32, 'spoons', 'oak', 'walnut', 'Three spoons, three sizes, one tree.'],
        ['Olive wood servers', 36, 'servers', 'cherry', 'cherry', 'A pair for the salad bowl.'],
        ['Cook’s trio', 39, 'mixed', 'ash', 'oak', 'Spoon, spatula and slotted spoon.'],
        ['Walnut spatulas', 28, 'spatulas', 'walnut', 'walnut', 'Thin at the edge, kind to the pan.'],
        ['Whisk and brush', 26, 'brushes', 'oak', 'oat', 'A birch-twig whisk and a bristle brush for pans.'],
      ],
    },
  ],
};
