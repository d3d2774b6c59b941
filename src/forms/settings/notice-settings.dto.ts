import { IsBoolean } from 'class-validator';
import { Setting, ShowsDefaults } from './setting.rules';

/** Settings of the mails about notices. What is left out stays as it is; null sets the default. */
export class NoticeSettingsDto {
  /** False turns the mails about notices of this form off, which stay in the list. On by default. */
  @Setting()
  @IsBoolean()
  mail?: boolean | null;
}

/** Settings of the mails about notices. */
@ShowsDefaults()
export class NoticeSettingsView {
  static readonly DEFAULTS: NoticeSettingsView = { mail: true };

  /** True when mails tell of what goes wrong with the form, and of its end. @example true */
  mail: boolean;
}
