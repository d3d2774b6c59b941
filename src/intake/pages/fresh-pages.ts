import { FreshTexts } from '../../api/answer/fresh-texts';
import { TextWithGaps } from '../../api/answer/text-with-gaps';
import type { CompiledForm } from '../compiled-form';
import type { HiddenField } from '../underscore-fields.rules';

/** A page with gaps, and the values that fill the gaps in one response. */
export interface FilledPage {
  text: TextWithGaps;
  filling: readonly string[];
}

/** The name of a page, its form, and all other values on which its content depends. */
export type PageKey = readonly [name: string, form: CompiledForm | null, ...others: unknown[]];

/** Caches pages for one second. They are the same for all visitors, except for the hidden fields. */
export class FreshPages {
  private readonly texts = new FreshTexts<TextWithGaps>();

  /** @param ofVisit new hidden fields, each of whose values the page contains once and in this order */
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
