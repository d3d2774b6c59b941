import { Logger } from '@nestjs/common';
import { ApiError } from '../errors/api-error';

/** The build output of a package for browsers; null when that package has not been built. */
export type BuiltPage<T> = T | null;

/** Reads the build output. When it is missing, as after `nest build` alone, logs that once and lets the service start. */
export function readBuiltPage<T>(read: () => T): BuiltPage<T> {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (!hasWarned) new Logger('Start').warn(`${NOT_BUILT} Until then the console and the scripts of forms are answered with 503.`);
    hasWarned = true;
    return null;
  }
}

export function builtOr503<T>(page: BuiltPage<T>): T {
  if (page === null) throw new ApiError('service_unavailable', { message: NOT_BUILT });
  return page;
}

const NOT_BUILT = 'The pages for browsers have not been built: run "npm run build" and start the service again.';
let hasWarned = false;
