import { SETTINGS } from './settings';

/** The unknown variables that are probably misspelt settings. Other unknown variables belong to other programs. */
export const misspeltNames = (env: NodeJS.ProcessEnv): { name: string; nearest: string }[] =>
  Object.keys(env)
    .filter((name) => !(name in SETTINGS) && env[name]?.trim())
    .flatMap((name) => {
      const nearest = Object.keys(SETTINGS).find((setting) => isTypoOf(setting, name.toUpperCase()));
      return nearest === undefined ? [] : [{ name, nearest }];
    });

/** True for an equal name, and for a name with one character missing, added or replaced, or two neighbours swapped. */
function isTypoOf(setting: string, name: string): boolean {
  let start = 0;
  while (start < name.length && name[start] === setting[start]) start += 1;
  const [found, meant] = [name.slice(start), setting.slice(start)];
  const swapped = `${meant.slice(1, 2)}${meant.slice(0, 1)}${meant.slice(2)}`;
  return found === meant.slice(1) || found.slice(1) === meant || found.slice(1) === meant.slice(1) || found === swapped;
}
