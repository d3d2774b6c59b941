import { SETTINGS } from './settings';

/** The variables that are probably meant as settings. Other variables belong to other programs. */
export const misspeltNames = (env: NodeJS.ProcessEnv): { name: string; nearest: string }[] =>
  Object.keys(env)
    .filter((name) => !(name in SETTINGS) && env[name]?.trim())
    .flatMap((name) => {
      const nearest = Object.keys(SETTINGS).find((setting) => isTypoOf(setting, name.toUpperCase()));
      return nearest === undefined ? [] : [{ name, nearest }];
    });

/** True for the same name, and for one in which a character is missing, one too many, another one, or swapped with the next. */
function isTypoOf(setting: string, name: string): boolean {
  let start = 0;
  while (start < name.length && name[start] === setting[start]) start += 1;
  const [found, meant] = [name.slice(start), setting.slice(start)];
  const swapped = `${meant.slice(1, 2)}${meant.slice(0, 1)}${meant.slice(2)}`;
  return found === meant.slice(1) || found.slice(1) === meant || found.slice(1) === meant.slice(1) || found === swapped;
}
