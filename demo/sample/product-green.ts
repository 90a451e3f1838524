import type { Category } from './product-piece.ts';

export const vasesAndPots: Category = {
  name: 'Vases & pots',
  handle: 'vases-and-pots',
  about: 'Something to put the garden in. Stems and plants are not included.',
  kinds: [
    {
      kind: 'vase',
      detail: 'Glazed inside and watertight; between 18 and 32 cm tall.',
      pieces: [
        ['Bottle vase', 38, 'bottle', 'chalk', 'sage', 'A narrow neck for one good branch.'],
        [
          'Moon vase',
          64,
          'moon',
          'linen',
          'oat',
          'Nearly a sphere, made from two bowls joined at the waist.',
        ],
        ['Tall reed vase', 72, 'tall', 'slate', 'oat', 'Slim and high, for grasses.'],
        ['Amphora vase', 85, 'amphora', 'terracotta', 'sage', 'Two small ears and an old shape.'],
        ['Bud vase', 19, 'bud', 'sea', 'rose', 'As small as a pear, for what the garden can spare.'],
        ['Gourd vase', 58, 'gourd', 'ochre', 'moss', 'Two bulges, like the bottle gourds it is named for.'],
        ['Charred vase', 69, 'moon', 'charcoal', 'oat', 'Fired in sawdust until it turned black.'],
        ['Ribbed vase', 54, 'ribbed', 'sage', 'chalk', 'Ribs drawn up by hand while the wheel turns.'],
        ['Funnel vase', 49, 'funnel', 'rose', 'sage', 'Opens wide, for a loose bunch.'],
        ['Stone vase', 46, 'bottle', 'smoke', 'moss', 'A dry grey glaze that feels like pumice.'],
        ['Ink vase', 62, 'tall', 'ink', 'rose', 'Ink blue, glossy, with a pale lip.'],
        ['Lemon vase', 44, 'gourd', 'chalk', 'ochre', 'White, with room for a branch of something yellow.'],
        ['Plum bud vase', 21, 'bud', 'plum', 'sage', 'The bud vase in plum.'],
      ],
    },
    {
      kind: 'planter',
      detail: 'With a drainage hole and a saucer to match.',
      pieces: [
        ['Terrace pot', 32, 'leafy', 'terracotta', 'pine', 'Thick terracotta that frost does not bother.'],
        ['White planter', 45, 'upright', 'chalk', 'moss', 'A plain white cylinder for a plain green plant.'],
        ['Footed planter', 79, 'tree', 'oat', 'moss', 'Raised on three feet, for a small tree.'],
        ['Hanging pot', 36, 'trailing', 'slate', 'sage', 'Hangs from a cotton rope.'],
        ['Charcoal planter', 48, 'upright', 'charcoal', 'sage', 'Dark, matt, sharp at the rim.'],
        ['Rose pot', 29, 'leafy', 'rose', 'moss', 'A wide rim and a soft colour.'],
        [
          'Herb trough',
          39,
          'herbs',
          'sage',
          'moss',
          'Long enough for basil, thyme and one hopeful coriander.',
        ],
        ['Ochre pot', 34, 'half-glazed', 'ochre', 'pine', 'Ochre glaze over the top half only.'],
        ['Olive tub', 96, 'tree', 'clay', 'sage', 'A deep tub for an olive tree or a bay.'],
      ],
    },
  ],
};
