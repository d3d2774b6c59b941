import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../../api/operation/operation';
import { styleSheet } from './style-sheet';

/** The style sheet of all pages, in the accent colour of a form when one is given. */
@ApiExcludeController()
@Controller('f/style.css')
export class StyleSheetController {
  @Get()
  @PublicRoute()
  show(@Req() request: Request, @Res() response: Response): void {
    const { accent } = request.query;
    response.setHeader('Cache-Control', 'public, max-age=3600');
    response.type('css').send(styleSheet(typeof accent === 'string' ? accent : null));
  }
}
