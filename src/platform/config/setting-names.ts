import { RENAMED, SETTINGS } from './settings';

/** A variable that is not a setting but is spelt almost like one. */
export interface MisspeltName {
  name: string;
  nearest: string;
}

/** Warnings of variables that have earlier names of settings. */
export const earlierNames = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(RENAMED)
    .filter(([earlier]) => env[earlier]?.trim())
    .map(([earlier, { name, convert }]) => {
      const change = convert ? ` The number is another one: ${earlier}=20 is now ${name}=${convert('20')}.` : '';
      return `${earlier} is called ${name} now, and works until the next release.${change}`;
    });

/** The variables that are probably meant as settings. Other variables belong to other programs. */
export const misspeltNames = (env: NodeJS.ProcessEnv): MisspeltName[] =>
  Object.keys(env)
    .filter((name) => !(name in SETTINGS) && !(name in RENAMED) && env[name]?.trim())
    .flatMap((name) => {
      const nearest = nearestSetting(name);
      return nearest === undefined ? [] : [{ name, nearest }];
    });

/** In short names, two edits lead from one common word to another. */
function nearestSetting(name: string): string | undefined {
  const maxEdits = name.length < 8 ? 1 : 2;
  const distances = Object.keys(SETTINGS).map((setting) => ({
    setting,
    edits: editsBetween(name.toUpperCase(), setting),
  }));
  const [nearest] = distances.filter(({ edits }) => edits <= maxEdits).sort((a, b) => a.edits - b.edits);
  return nearest?.setting;
}

/** The optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity;
      row.push(Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, substituted, swapped));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
