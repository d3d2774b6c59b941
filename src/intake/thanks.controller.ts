import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { PublicRoute } from '../api/operation/operation';
import { CompiledFormCache } from './compiled-form-cache';

/** The page that browsers are redirected to after a plain HTML form without a `_redirect`. */
@ApiExcludeController()
@Controller('f/:id/thanks')
export class ThanksController {
  constructor(private readonly forms: CompiledFormCache) {}

  @Get()
  @PublicRoute()
  async show(@Param('id') formId: string, @Res() response: Response): Promise<void> {
    await this.forms.getCurrent(formId);
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    // A script that submitted a form follows the redirect too, and would fail on a response that it may not read.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.type('html').send(PAGE);
  }
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Thank you</title>
    <style>body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 32rem; padding: 0 1rem; text-align: center }</style>
  </head>
  <body>
    <h1>Thank you</h1>
    <p>Your message has been received.</p>
  </body>
</html>
`;
