import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { SubmitController } from './submit.controller';

/**
 * Takes submissions to their controller past the guards and interceptors, which concern operations with keys only: to ask them all costs
 * more than a third of what a submission costs otherwise. An error that is thrown here meets the same filter.
 */
@Injectable()
export class SubmitMiddleware implements NestMiddleware {
  constructor(private readonly modules: ModuleRef) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (request.method !== 'POST') return next();
    await this.modules.get(SubmitController).submit(request.params.id as string, request, response);
  }
}
