import { assert, integer, property } from 'fast-check';
import { accentColors, contrastOf, DARK_SURFACE, LIGHT_SURFACE, MIN_CONTRAST, parseColor } from './accent.rules';

const anyColor = integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('the accent of a page', () => {
  it('has enough contrast with the surface of its theme, whatever colour was chosen', () => {
    assert(
      property(anyColor, (color) => {
        const { light, dark } = accentColors(color);
        expect(contrastOf(light.accent, LIGHT_SURFACE)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(contrastOf(dark.accent, DARK_SURFACE)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
      { numRuns: 300 },
    );
  });

  it('carries text that can be read, also under the pointer', () => {
    assert(
      property(anyColor, (color) => {
        for (const { accent, hover, onAccent } of Object.values(accentColors(color))) {
          expect(contrastOf(accent, onAccent)).toBeGreaterThanOrEqual(MIN_CONTRAST);
          expect(contrastOf(hover, onAccent)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is the chosen colour itself wherever that has enough contrast', () => {
    assert(
      property(anyColor, (color) => {
        const { light, dark } = accentColors(color);
        if (contrastOf(color, LIGHT_SURFACE) >= MIN_CONTRAST) expect(light.accent).toBe(color);
        if (contrastOf(color, DARK_SURFACE) >= MIN_CONTRAST) expect(dark.accent).toBe(color);
      }),
    );
  });

  it('darkens a yellow on the light theme and keeps it on the dark one', () => {
    const { light, dark } = accentColors('#ffd400');
    expect(light).toEqual({ accent: '#856e00', hover: '#725f00', onAccent: '#ffffff' });
    expect(dark.accent).toBe('#ffd400');
    expect(dark.onAccent).toBe('#000000');
  });
});

describe('contrastOf', () => {
  it('gives the ratios of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#123456', '#123456')).toBe(1);
  });
});

describe('parseColor', () => {
  it.each([
    ['#1A2b3C', '#1a2b3c'],
    ['#fA0', '#ffaa00'],
  ])('reads %s as %s', (text, color) => expect(parseColor(text)).toBe(color));

  it.each(['', '1a2b3c', '#12', '#1234', '#12345g', '#1a2b3c;', '#1a2b3c\n', 'red'])('refuses %j', (text) =>
    expect(parseColor(text)).toBeNull(),
  );
});
