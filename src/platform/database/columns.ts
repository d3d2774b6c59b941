import type { Type } from '@nestjs/common';
import { DefaultNamingStrategy, getMetadataArgsStorage } from 'typeorm';
import { getOrInsert } from '../maps.rules';
import { snakeCase } from '../text/text.rules';

/** All columns of an entity for a `select`, so that none is forgotten: `b.id, b.printed_at, ...`. */
export const columnsOf = (entity: Type, alias: string): string =>
  columnsIn(entity)
    .map(({ name }) => `${alias}.${name}`)
    .join(', ');

/** All columns of an entity as a JSON object with the names of its properties, for rows inside a row. `rowsFromJson` reads them. */
export const jsonOf = (entity: Type, alias: string, further: Record<string, string> = {}): string => {
  const members = columnsIn(entity).map(
    ({ property, name, type }) => `'${property}', ${alias}.${name}${type === 'bigint' ? '::text' : ''}`,
  );
  return `json_build_object(${[...members, ...Object.entries(further).map(([name, sql]) => `'${name}', ${sql}`)].join(', ')})`;
};

export function rowsFromJson<Row>(entity: Type, rows: readonly object[]): Row[] {
  const times = timesIn(entity);
  return rows.map((row) => {
    const copy = { ...row } as Record<string, unknown>;
    for (const property of times) {
      if (copy[property] !== null) copy[property] = new Date(copy[property] as string);
    }
    return copy as Row;
  });
}

/** A cache, since TypeORM searches a list of all columns of all entities, which takes longer than the rows of a request. */
const TIMES = new Map<Type, string[]>();

const timesIn = (entity: Type): string[] =>
  getOrInsert(TIMES, entity, () => columnsIn(entity).flatMap(({ property, type }) => (type === 'timestamptz' ? property : [])));

const columnsIn = (entity: Type): { property: string; name: string; type: unknown }[] =>
  getMetadataArgsStorage()
    .filterColumns(entity)
    .map(({ propertyName: property, options }) => ({ property, name: snakeCase(property), type: options.type }));

export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    return customName || [...prefixes, propertyName].map(snakeCase).join('_');
  }
}
