import type { BackTestDto, BackTestView, SpamSettingsView } from '../../../../../client/src/index.js';

/** A check that can be tried. */
export type Check = keyof BackTestView['checks'];

/** Settings in which the given checks look, and no other ones. */
export function triedSettings(settings: SpamSettingsView, checks: ReadonlySet<Check>): NonNullable<BackTestDto['spam']> {
  const levelOf = (check: Check) => (checks.has(check) ? 'quarantine' : 'off');
  return {
    min_seconds: settings.min_seconds,
    max_links: settings.max_links,
    honeypot: levelOf('honeypot'),
    too_fast: levelOf('too_fast'),
    links: levelOf('links'),
    repeated_text: levelOf('repeated_text'),
    proof_of_work: levelOf('proof_of_work'),
    siteverify: { level: levelOf('siteverify') },
  };
}

/** When a submission was stored, which its id begins with. */
export function momentOf(id: string): string {
  const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return new Date(milliseconds).toISOString();
}
