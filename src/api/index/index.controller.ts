import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { type Config, CONFIG } from '../../platform/config/config';
import { publicPath } from '../../platform/text/text.rules';
import { contextOf } from '../operation/request-context';
import { API_TITLE } from '../openapi/api-document';
import { PublicRoute } from '../operation/operation';
import { AddressPages, DEMO, INDEX_TEXT } from './address-pages';

/** The address that the start prints: says what this is and where to go, to people and to programs. */
@ApiExcludeController()
@Controller()
export class IndexController {
  constructor(
    private readonly pages: AddressPages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @PublicRoute()
  show(@Req() request: Request, @Res() response: Response): void {
    const { baseUrl, console } = this.config;
    if (this.pages.isWanted(request)) {
      if (console === 'off') return this.pages.sendIndex(response);
      return response.redirect(302, publicPath(baseUrl, '/console')); // browsers would cache a permanent redirect
    }
    const links = { documentation: '/docs', openapi: '/openapi.json', summary: '/llms.txt', api: '/v1', readiness: '/readyz' };
    const data = { name: API_TITLE, description: INDEX_TEXT, links: this.absolute(links), demo: DEMO };
    response.json({ data, request_id: contextOf(request).requestId });
  }

  private absolute(paths: Record<string, string>): Record<string, string> {
    const base = this.config.baseUrl.replace(/\/$/, '');
    return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `${base}${path}`]));
  }
}
