import { ApiError } from '../api/errors/api-error';

/** 409 for a form without places, or with the options that are full, by field. */
export const noPlacesLeft = (full: Readonly<Record<string, string[]>>): ApiError =>
  new ApiError('no_places_left', {
    details: Object.fromEntries(
      Object.entries(full).map(([field, options]) => [field, options.map((option) => `No places are left for ${option}.`)]),
    ),
  });
