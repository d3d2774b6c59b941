import type { FormSettings } from '../../forms/settings/form-settings.dto';

/** Settings of a form about the names of values. */
export interface NameSettings {
  /** The name of the field to whose address replies go. */
  replyToField?: string | null;
  /** Names that no field has, and whose values the owner of the form does not want. */
  ignoredNames?: readonly string[];
}

export const nameSettingsOf = ({ notifications, intake }: FormSettings): NameSettings => ({
  replyToField: notifications.reply_to_field,
  ignoredNames: intake.ignored_names,
});
