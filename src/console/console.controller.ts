import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notFound } from '../api/errors/api-error';
import { sendBuiltFile } from '../api/answer/built-file';
import { builtOr503, type BuiltPage } from '../api/answer/built-page';
import { PublicRoute } from '../api/operation/operation';
import { ConsoleSessionsService } from './console-sessions.service';
import { CONSOLE_PAGE, type ConsolePage } from './console-page';

/** Serves the page of the console with its scripts and style sheets. The page gets all data from the API. */
@ApiExcludeController()
@Controller('console')
export class ConsoleController {
  constructor(
    @Inject(CONSOLE_PAGE) private readonly page: BuiltPage<ConsolePage>,
    private readonly sessions: ConsoleSessionsService,
  ) {}

  @Get()
  @PublicRoute()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { html } = builtOr503(this.page);
    response.set({ 'Content-Security-Policy': POLICY, 'Cross-Origin-Opener-Policy': 'same-origin' });
    const proof = this.sessions.proofFor(request);
    if (proof === null) return sendBuiltFile(html, response.type('html'));
    const withProof = html.identity.toString().replace('</head>', `<meta name="console-proof" content="${proof}" />\n  </head>`);
    response.type('html').send(withProof); // uncompressed, since the size of a compressed page could reveal the proof in it
  }

  @Get('console.:digest.js')
  @PublicRoute()
  showScript(@Param('digest') digest: string, @Res() response: Response): Promise<void> {
    return this.send(`console.${digest}.js`, response);
  }

  @Get('console.:digest.css')
  @PublicRoute()
  showStyleSheet(@Param('digest') digest: string, @Res() response: Response): Promise<void> {
    return this.send(`console.${digest}.css`, response);
  }

  private send(name: string, response: Response): Promise<void> {
    const file = builtOr503(this.page).files.get(name);
    if (!file) throw notFound();
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    return sendBuiltFile(file, response.type(name));
  }
}

/** Under Trusted Types only lit-html can turn text into markup, and its templates are constants of the script. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:",
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "require-trusted-types-for 'script'; trusted-types lit-html",
].join('; ');
