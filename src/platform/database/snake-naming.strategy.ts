import { DefaultNamingStrategy } from 'typeorm';

/** Names columns by the snake_case of their property, so that entities do not have to. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    return customName || [...prefixes, propertyName].map(snakeCase).join('_');
  }
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
