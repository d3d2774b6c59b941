import type { FieldUseView } from '../definition/field-use.dto';
import type { FormSettings } from './form-settings.dto';

/** The settings that name the field; with `options`, those that limit the places of one of these. */
export function usesInSettings(
  { intake, notifications, respondent }: FormSettings,
  field: string,
  options: ReadonlySet<string> | null,
): FieldUseView[] {
  const use = (path: string, option: string | null = null): FieldUseView => ({
    place: 'settings',
    node_id: null,
    node_name: null,
    path,
    option,
  });
  const limited = Object.keys(intake.places[field] ?? {});
  if (options) return limited.filter((option) => options.has(option)).map((option) => use(`intake.places.${field}.${option}`, option));
  return [
    ...(intake.unique_by === field ? [use('intake.unique_by')] : []),
    ...(limited.length > 0 ? [use(`intake.places.${field}`)] : []),
    ...(notifications.reply_to_field === field ? [use('notifications.reply_to_field')] : []),
    ...(respondent.address_field === field ? [use('respondent.address_field')] : []),
  ];
}
