import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { notFound } from '../../api/errors/api-error';
import { PublicRoute } from '../../api/operation/operation';
import { EMBED_SCRIPT } from './embed-script';
import type { EmbedScript } from './embed-script';

/**
 * The script for forms on other websites: under a short address, which has the newest one within an hour, and under the address of its
 * content, which pages use together with `integrity`.
 */
@ApiExcludeController()
@Controller()
export class EmbedScriptController {
  constructor(@Inject(EMBED_SCRIPT) private readonly script: EmbedScript) {}

  @Get('embed.js')
  @PublicRoute()
  showNewest(@Res() response: Response): void {
    this.show(response, 'public, max-age=3600');
  }

  @Get('embed.:hash.js')
  @PublicRoute()
  showExact(@Param('hash') hash: string, @Res() response: Response): void {
    if (hash !== this.script.hash) throw notFound();
    this.show(response, 'public, max-age=31536000, immutable');
  }

  /** Express answers 304 when the browser still has it. */
  private show(response: Response, cacheControl: string): void {
    response.set({
      'Cache-Control': cacheControl,
      ETag: `"${this.script.hash}"`,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.type('js').send(this.script.source);
  }
}
