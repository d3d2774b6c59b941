import type { Type } from '@nestjs/common';
import type { Request } from 'express';
import { readJsonBody } from '../api/body/body-reader';
import { validationFailed } from '../api/errors/api-error';
import { checkInput } from '../api/validation/request-input.rules';

/** Reads and checks the body of a request of the page. Throws 422 with every error of it. */
export async function bodyOf<Dto extends object>(request: Request, type: Type<Dto>): Promise<Dto> {
  const body = await readJsonBody(request, {});
  const input = checkInput({ body: { type } }, { query: request.query, body });
  if (input.errors.length > 0) throw validationFailed(input.errors);
  return input.body as Dto;
}
