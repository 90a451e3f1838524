import { describe, expect, it } from 'vitest';
import { campaigns } from '../../demo/sample/campaigns.ts';
import { achievements, benefits } from '../../demo/sample/incentives.ts';
import { rewards, tiers, ways } from '../../demo/sample/programme.ts';
import {
  achievementTranslations,
  benefitTranslations,
  campaignTranslations,
  rewardTranslations,
  tierTranslations,
  wayTranslations,
} from '../../demo/sample/translations.ts';

interface Described {
  readonly name: string;
  readonly shortDescription?: string;
  readonly description?: string;
  readonly terms?: string;
}
const textsOf = ({ name, shortDescription, description, terms }: Described): Record<string, string> =>
  JSON.parse(
    JSON.stringify({ name, short_description: shortDescription, description, terms_conditions: terms }),
  ) as Record<string, string>;

describe('the sample programme', () => {
  it.each([
    ['tiers', tiers, tierTranslations],
    ['rewards', rewards, rewardTranslations],
    ['benefits', benefits, benefitTranslations],
    ['achievements', achievements, achievementTranslations],
    ['campaigns', campaigns, campaignTranslations],
    ['ways to earn', ways.map((way) => ({ handle: way.name, ...way })), wayTranslations],
  ])('has every text of its %s in German and Arabic, and no other', (_, definitions, translations) => {
    expect(Object.keys(translations)).toEqual(definitions.map(({ handle }) => handle));
    for (const definition of definitions) {
      const english = textsOf(definition);
      for (const language of ['de', 'ar'] as const) {
        const texts: Record<string, string> = { ...translations[definition.handle]?.[language] };
        expect(Object.keys(texts)).toEqual(Object.keys(english));
        for (const [field, text] of Object.entries(texts)) {
          expect(text).not.toBe(english[field]);
          expect(/\p{Script=Arabic}/u.test(text), text).toBe(language === 'ar');
        }
      }
    }
  });
});
