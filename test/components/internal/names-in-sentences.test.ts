import { expect } from '@open-wc/testing';
import { localize, setMessages } from '../../../src/components/internal/texts/messages.ts';

// The direction of a name in a sentence of the page's own language: without an isolate, the punctuation at its edges takes that of the sentence.
describe('an English name in an Arabic sentence', () => {
  const NAME = 'Lamp (small).';
  const line = document.createElement('p');

  before(() => {
    document.documentElement.dir = 'rtl';
    setMessages({ 'Applied: {reward}': 'مُطبَّقة: {reward}' });
    document.body.append(line);
  });
  after(() => {
    document.documentElement.removeAttribute('dir');
    line.remove();
  });

  /** Left edge of a character of the line. */
  function leftOf(index: number): number {
    const range = document.createRange();
    range.setStart(line.firstChild!, index);
    range.setEnd(line.firstChild!, index + 1);
    return range.getBoundingClientRect().left;
  }
  function fullStopIsAfterName(sentence: string): boolean {
    line.textContent = sentence;
    return leftOf(sentence.indexOf('.')) > leftOf(sentence.indexOf('L'));
  }

  it('has its full stop at its right end', () => {
    expect(fullStopIsAfterName(localize('Applied: {reward}', { reward: NAME }))).to.equal(true);
  });

  it('twin: has it at the left end of the line without isolates', () => {
    expect(fullStopIsAfterName(`مُطبَّقة: ${NAME}`)).to.equal(false);
  });
});
