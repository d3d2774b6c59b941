import type { FieldType } from '../forms/definition/field.types';
import { textWidth } from './text-width.rules';
import { shownText } from './xlsx-cells.rules';

/** The width of a column in characters: by its type, what stands above it, and its first values. */
export function widthOf(header: string, type: FieldType | null, values: readonly unknown[]): number {
  const ofHeader = Math.ceil(textWidth(header) * WIDTH_OF_BOLD);
  const widest = values.reduce((most: number, value) => Math.max(most, shownWidth(value)), Math.max(ofHeader, LEAST[type ?? 'string']));
  return Math.min(widest + MARGIN, MAX_WIDTH);
}

const MARGIN = 2;
const MAX_WIDTH = 60;
const WIDTH_OF_BOLD = 1.1;

/** Of `2026-11-20 21:26:00`: a date that does not fit is shown as nothing but `#`. */
const WIDTH_OF_TIME = 19;
const LEAST: Readonly<Record<FieldType, number>> = { string: 8, number: 8, date: WIDTH_OF_TIME, boolean: 6, array: 8, file: 12 };

function shownWidth(value: unknown): number {
  if (value instanceof Date) return WIDTH_OF_TIME;
  return textWidth(shownText(value) ?? JSON.stringify(value ?? ''));
}
