import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ApiModule } from './api.module';
import { loadConfig } from './platform/config/config';
import { apiDocument } from './api/openapi/api-document';

/** Writes the API document to a file, by default `openapi.json`, without connecting to anything. */
async function writeDocument(file: string): Promise<void> {
  const options = { config: loadConfig({}), databaseUrl: 'postgres://localhost/none', appSecret: '' };
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(options), { preview: true, logger: false });
  writeFileSync(file, `${JSON.stringify(apiDocument(app, '/'), null, 2)}\n`);
}

void writeDocument(process.argv[2] ?? 'openapi.json');
