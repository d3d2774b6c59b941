import { oneOf, trueOrFalse, wholeNumber } from '../../platform/text/text-parsers.rules';
import type { MemberRule } from './dto-members.rules';

export const IS_REQUIRED = 'is required';

/** The message for a broken rule. Replaces those of class-validator, which repeat the member's name, but not one of the decorator. */
export function messageFor(brokenRule: string, rules: readonly MemberRule[], message: string): string {
  const rule = rules.find(({ name }) => name === brokenRule);
  const stockMessage = STOCK_MESSAGES[brokenRule];
  return rule && stockMessage && !rule.message ? stockMessage(rule.constraints, rules) : message;
}

type StockMessage = (constraints: readonly unknown[], rules: readonly MemberRule[]) => string;

/** One message for the type and both bounds of a number, since a text such as `ten` is neither too low nor too high. */
const rangeMessage: StockMessage = (_, rules) => {
  const { expected } = wholeNumber(bound('min', rules), bound('max', rules));
  return `must be ${isInSeconds(rules[0]!.propertyName) ? expected.replace('number', 'number of seconds') : expected}`;
};

const isInSeconds = (member: string): boolean => member === 'expires_in' || member.endsWith('_seconds');

const bound = (name: string, rules: readonly MemberRule[]): number => rules.find((rule) => rule.name === name)?.constraints[0] as number;

const STOCK_MESSAGES: Record<string, StockMessage | undefined> = {
  isString: () => 'must be a text',
  isBoolean: () => `must be ${trueOrFalse.expected}`,
  isObject: () => 'must be an object',
  isArray: () => 'must be a list',
  arrayMaxSize: ([most]) => `must have at most ${most as number} entries`,
  isIn: ([values]) => `must be ${oneOf(values as string[]).expected}`,
  isInt: rangeMessage,
  min: rangeMessage,
  max: rangeMessage,
};
