import type { FormDefinition } from '../definition/definition.types.js';
import { Fault, type Mistake } from '../faults.js';
import type { Html } from './document.js';
import { changeForm } from './form-attributes.js';
import { fieldControls, type Reading } from './form-controls.js';
import { fieldsOf, hasFiles } from './form-fields.js';
import { formNameOf } from './form-name.js';
import { settingsOf } from './form-settings.js';
import { type PageChange, PageChanges } from './page-changes.js';
import type { PageForm } from './page-forms.js';
import type { Page } from './read-page.js';

/** A form of a page as one of this service. */
export interface FormOfPage {
  definition: FormDefinition;
  /** The changes by which the page sends it. */
  changes: PageChange[];
  /** Sentences about what the service does not do as the page does. */
  notes: Mistake[];
}

const MAX_CONTROLS = 1000;

/** Reads the definition of a form from its page, and the changes of the page. */
export function readForm(form: PageForm, html: Html, page: Page, endpoint: string): FormOfPage {
  if (form.controls.length > MAX_CONTROLS) throw new Fault(`The form has more than ${MAX_CONTROLS} controls.`);
  const reading: Reading = { form, html, changes: new PageChanges(html), notes: [] };
  const { controls, redirects } = fieldControls(reading);
  if (controls.length === 0) throw new Fault('The form has no control with a name that could be a field.');
  const { fields, replyTo } = fieldsOf(reading, controls);
  const { allowed_origins, settings } = settingsOf(reading, page, redirects, replyTo);
  changeForm(reading, endpoint, hasFiles(controls), page.isUtf8);
  const definition: FormDefinition = {
    name: formNameOf(form, html),
    allowed_origins,
    validate_fields: true,
    notifications_enabled: true,
    fields,
    ...(Object.keys(settings).length > 0 && { settings }),
  };
  return { definition, changes: reading.changes.list(), notes: reading.notes };
}
