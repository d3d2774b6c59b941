import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { notFound } from '../../api/errors/api-error';
import { sendBuiltFile } from '../../api/answer/built-file';
import { builtOr503, type BuiltPage } from '../../api/answer/built-page';
import { compressedFor } from '../../api/answer/compression';
import { FreshTexts } from '../../api/answer/fresh-texts';
import { TextWithGaps } from '../../api/answer/text-with-gaps';
import { PublicRoute } from '../../api/operation/operation';
import { EMBED_SCRIPT, SOLVER_SCRIPT } from './embed-script';
import type { EmbedScript } from './embed-script';
import { STYLE_SHEET, styleSheet } from './style-sheet';

/** Serves the scripts, at short-lived addresses and at addresses with their hash, and the style sheet of the pages. */
@ApiExcludeController()
@Controller()
export class EmbedScriptController {
  private readonly sheets = new FreshTexts<TextWithGaps>();

  constructor(
    @Inject(EMBED_SCRIPT) private readonly embed: BuiltPage<EmbedScript>,
    @Inject(SOLVER_SCRIPT) private readonly solver: BuiltPage<EmbedScript>,
  ) {}

  @Get('embed.js')
  @PublicRoute()
  showNewest(@Res() response: Response): Promise<void> {
    return showScript(builtOr503(this.embed), 'public, max-age=3600', response);
  }

  @Get('embed.:hash.js')
  @PublicRoute()
  showExact(@Param('hash') hash: string, @Res() response: Response): Promise<void> {
    return showIfCurrent(builtOr503(this.embed), hash, response);
  }

  @Get('solver.js')
  @PublicRoute()
  showNewestSolver(@Res() response: Response): Promise<void> {
    return showScript(builtOr503(this.solver), 'public, max-age=3600', response);
  }

  @Get('solver.:hash.js')
  @PublicRoute()
  showExactSolver(@Param('hash') hash: string, @Res() response: Response): Promise<void> {
    return showIfCurrent(builtOr503(this.solver), hash, response);
  }

  @Get('f/style.css')
  @PublicRoute()
  async showStyleSheet(@Query('accent') accent: unknown, @Res() response: Response): Promise<void> {
    response.setHeader('Cache-Control', 'public, max-age=3600');
    response.type('css');
    const sheet = styleSheet(typeof accent === 'string' ? accent : null);
    if (sheet === styleSheet(null)) return sendBuiltFile(STYLE_SHEET, response);
    const text = this.sheets.get(sheet, () => new TextWithGaps(sheet));
    response.send(compressedFor(text, [], response));
  }
}

function showIfCurrent(script: EmbedScript, hash: string, response: Response): Promise<void> {
  if (hash !== script.hash) throw notFound();
  return showScript(script, 'public, max-age=31536000, immutable', response);
}

function showScript({ file }: EmbedScript, cacheControl: string, response: Response): Promise<void> {
  response.set({
    'Cache-Control': cacheControl,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  return sendBuiltFile(file, response.type('js'));
}
