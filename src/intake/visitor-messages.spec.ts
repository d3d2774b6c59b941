import { ApiError, type ErrorCode, GENERAL_ERRORS, validationFailed } from '../api/errors/api-error';
import { submissionError } from '../fields/values/submission-error.rules';
import { LANGUAGES } from '../forms/languages.types';
import { noPlacesLeft } from '../submissions/submission-writer.types';
import { InvalidSubmission, SUBMIT_ERRORS, UnreadableText, UploadTooLarge } from './intake-errors';
import { localizedError } from './visitor-messages';

const CODES: readonly ErrorCode[] = [...SUBMIT_ERRORS, ...GENERAL_ERRORS];
const SENTENCES = /^\p{Lu}.*[.]$/u;

describe('what a visitor is told', () => {
  it('is in English what the API says', () => {
    const error = new InvalidSubmission([submissionError('age', { code: 'not_number' })]);
    expect(localizedError(error, 'en')).toBe(error);
  });

  it.each(CODES)('is a sentence of its own in each language for %s', (code) => {
    const error = new ApiError(code, { details: { retry_after: 7 } });
    const texts = LANGUAGES.map((language) => localizedError(error, language).message);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
    for (const text of texts) expect(text).toMatch(SENTENCES);
    if (code === 'validation_failed' || code === 'no_places_left') return; // their details contain texts
    for (const language of LANGUAGES) expect(localizedError(error, language)).toMatchObject({ code, details: { retry_after: 7 } });
  });

  it('has the texts of each field', () => {
    const error = new InvalidSubmission([
      submissionError('age', { code: 'number_with_comma' }),
      submissionError('mail', { code: 'preset_not_met', preset: 'email' }),
    ]);
    expect(localizedError(error, 'de')).toEqual({
      code: 'validation_failed',
      message: 'Bitte prüfen Sie 2 Angaben.',
      details: {
        age: ['Bitte schreiben Sie die Zahl mit einem Punkt und ohne Komma, zum Beispiel 1234.5.'],
        mail: ['Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.'],
      },
    });
    expect(localizedError(error, 'fr').message).not.toBe(localizedError(error, 'es').message);
  });

  it('has a text for what concerns the submission as a whole', () => {
    const error = new InvalidSubmission([submissionError('body', { code: 'too_many_fields', maxFields: 200 })]);
    expect(localizedError(error, 'de')).toMatchObject({
      message: 'Ihre Angaben wurden nicht gesendet.',
      details: { body: ['Es können höchstens 200 Angaben auf einmal gesendet werden.'] },
    });
  });

  it('has no English text for what the API alone has words for', () => {
    const { details } = localizedError(validationFailed([{ path: 'body', message: 'must be an object' }]), 'es');
    expect(details).toEqual({ body: [expect.stringContaining('formulario')] });
  });

  it('names the options without places', () => {
    expect(localizedError(noPlacesLeft({ day: ['Mon'] }), 'de')).toMatchObject({
      details: { day: ['Diese Auswahl ist ausgebucht. Bitte wählen Sie eine andere.'] },
    });
    expect(localizedError(noPlacesLeft({}), 'de')).toMatchObject({ message: expect.stringContaining('Alle Plätze'), details: {} });
  });

  it('has the limit of an upload, and nothing of a mark that only pages show', () => {
    const tooLarge = new UploadTooLarge('Too large.', { code: 'too_many_files', maxFiles: 3 });
    expect(localizedError(tooLarge, 'de').message).toBe('Bitte wählen Sie höchstens 3 Dateien aus.');
    expect(localizedError(new UnreadableText('Not UTF-8.'), 'de').message).not.toContain('\ufffd');
  });
});
