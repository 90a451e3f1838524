import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions, unpackChromium } from '../../scripts/browser.mjs';

const TEXTS = {
  Latin: 'Zoë ñ ş',
  Greek: 'Ωραία',
  Cyrillic: 'Привет',
  Hebrew: 'שלום',
  Arabic: 'مرحبا',
  Japanese: '東京タワー',
  emoji: '🎁😀',
};
/** A character that no font has, so that the placeholder of a missing glyph is drawn. */
const MISSING = '\u{10fffe}';

describe('browser of the tests', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(await launchOptions());
  });
  afterAll(() => browser?.close());

  test.each(Object.entries(TEXTS))('draws %s text in an input with glyphs of a font', async (_, text) => {
    const page = await browser.newPage();
    await page.setContent('<input style="font: 40px sans-serif; inline-size: 600px" />');
    await page.locator('input').pressSequentially(text);
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/typed.png` });
    expect(await page.locator('input').inputValue()).toBe(text);
    const missingGlyphs = await page.evaluate(drawnAsMissing, { characters: [...text], missing: MISSING });
    expect(missingGlyphs).toEqual([]);
    await page.close();
  });

  test('red twin: a character that no font has is found', async () => {
    const page = await browser.newPage();
    expect(
      await page.evaluate(drawnAsMissing, { characters: ['\u{10fffd}'], missing: MISSING }),
    ).toHaveLength(1);
    await page.close();
  });

  test('red twin: without any font, typing into an input crashes the browser', async ({ skip }) => {
    skip(!!process.env['CHROME_PATH'], 'needs the packed Chromium: CHROME_PATH is set');
    const folder = await mkdtemp(join(tmpdir(), 'no-fonts-'));
    const noFonts = join(folder, 'fonts.conf');
    await writeFile(noFonts, '<?xml version="1.0"?><fontconfig></fontconfig>');
    const options = await launchOptions();
    const bare = await chromium.launch({ ...options, env: { ...options.env, FONTCONFIG_FILE: noFonts } });
    const page = await bare.newPage();
    const typed = page.setContent('<input />').then(() => page.locator('input').pressSequentially('a'));
    await expect(typed).rejects.toThrow(/closed|crashed/);
    await bare.close();
    await rm(folder, { recursive: true });
  });
});

/** Runs in the page: the characters that are drawn with the same pixels as a missing glyph. */
function drawnAsMissing({ characters, missing }: { characters: string[]; missing: string }): string[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const drawn = (character: string): string => {
    context.clearRect(0, 0, 100, 100);
    context.font = '40px sans-serif';
    context.fillText(character, 10, 60);
    return context.getImageData(0, 0, 100, 100).data.join();
  };
  return characters.filter((character) => character.trim() && drawn(character) === drawn(missing));
}

describe('unpackChromium', () => {
  test('waits for another process that unpacks the browser, and leaves no temporary folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unpack-'));
    const unpacked = async () => {
      await unpackChromium(join(folder, 'chromium'));
      return (await stat(join(folder, 'chromium/chromium'))).size;
    };
    const first = unpacked();
    const written = () => readdir(folder, { recursive: true });
    await expect.poll(written, { interval: 5 }).toContainEqual(expect.stringMatching(/\/chromium$/));
    expect(await unpacked()).toBeGreaterThan(100_000_000);
    expect(await unpacked()).toBe(await first);
    expect(await readdir(folder)).toEqual(['chromium']);
    await rm(folder, { recursive: true });
  });
});

describe('element tests', () => {
  test('fail at once when the browser does not start, instead of once for each file', () => {
    const { status, stdout, stderr } = spawnSync('npx', ['--no-install', 'wtr'], {
      encoding: 'utf8',
      env: { ...process.env, CHROME_PATH: '/bin/false' },
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain('Failed to launch the browser process');
    expect(stdout).not.toContain('test files');
  });
});
