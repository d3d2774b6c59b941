import { FreshTexts } from '../../api/answer/fresh-texts';
import { TextWithGaps } from '../../api/answer/text-with-gaps';
import type { CompiledForm } from '../compiled-form';
import type { HiddenField } from '../underscore-fields.rules';

/** A page that may be sent more than once, and what its gaps get this time. */
export interface FilledPage {
  text: TextWithGaps;
  filling: readonly string[];
}

/** The name of a page, its form, and everything else on which its content depends. */
export type PageKey = readonly [name: string, form: CompiledForm | null, ...others: unknown[]];

/** Pages that are the same for all visitors of a second, but for the hidden fields of each visit. */
export class FreshPages {
  private readonly texts = new FreshTexts<TextWithGaps>();

  /** @param ofVisit new hidden fields, whose values the page has once each and in their order */
  get(
    [name, form, ...others]: PageKey,
    render: (hiddenFields: HiddenField[]) => string,
    ofVisit: () => HiddenField[] = () => [],
  ): FilledPage {
    const text = this.texts.get(JSON.stringify([name, form?.formId, form?.revision, others]), () => {
      const fields = ofVisit();
      return TextWithGaps.without(render(fields), valuesOf(fields));
    });
    return { text, filling: valuesOf(ofVisit()) };
  }
}

const valuesOf = (fields: readonly HiddenField[]): string[] => fields.map(({ value }) => value);
