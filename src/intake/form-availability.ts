import { Injectable } from '@nestjs/common';
import { notFound } from '../api/errors/api-error';
import type { IntakeSettingsView } from '../forms/settings/intake-settings.dto';
import { type Availability, availabilityOf, isUnlimited } from './availability.rules';
import type { CompiledForm } from './compiled-form';
import { formClosed } from './intake-errors';
import { IntakeFormsRepository } from './intake-forms.repository';

/** Reads the remaining limits of forms. A form without limits needs no statement. */
@Injectable()
export class FormAvailability {
  constructor(private readonly forms: IntakeFormsRepository) {}

  /** Throws 404 when the form was deleted. */
  async of(formId: string, intake: IntakeSettingsView): Promise<Availability> {
    if (isUnlimited(intake)) return availabilityOf(intake, { now: new Date(0), submissions: 0, options: [] });
    const taken = await this.forms.taken(formId);
    if (!taken) throw notFound();
    return availabilityOf(intake, taken);
  }

  /** Refuses untimely submissions before values are checked and files are stored. The commit decides, by the same clock. */
  async requireOpen({ formId, settings: { intake } }: CompiledForm): Promise<void> {
    if (!intake.opens_at && !intake.closes_at) return;
    const { closed } = await this.of(formId, intake);
    if (closed === 'before' || closed === 'after') throw formClosed(intake);
  }

  /** Returns the limits for the page of a refusal; null when they cannot be read. */
  async ofRefused(form: CompiledForm | null): Promise<Availability | null> {
    if (!form || isUnlimited(form.settings.intake)) return null;
    return this.of(form.formId, form.settings.intake).catch(() => null); // the page shows the refusal without limits
  }
}
