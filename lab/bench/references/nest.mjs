// A plain NestJS server whose route inserts each submission with one statement.
import 'reflect-metadata';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';

const { PORT, DATABASE_URL } = process.env;
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 16 });
await database.query(`create table if not exists plain_submissions
  (id uuid primary key default gen_random_uuid(), fields jsonb not null, received_at timestamptz not null default now())`);

class PlainController {
  health() {
    return { status: 'ok' };
  }

  async submit(fields) {
    const { rows } = await database.query({
      name: 'insert',
      text: 'insert into plain_submissions (fields) values ($1) returning id, received_at',
      values: [fields],
    });
    return { data: rows[0] };
  }
}
decorate(PlainController, 'health', Get('healthz'));
decorate(PlainController, 'submit', Post('submit'));
Body()(PlainController.prototype, 'submit', 0);
Controller()(PlainController);

class PlainModule {}
Module({ controllers: [PlainController] })(PlainModule);

function decorate(target, name, decorator) {
  decorator(target.prototype, name, Object.getOwnPropertyDescriptor(target.prototype, name));
}

const app = await NestFactory.create(PlainModule, { logger: ['error'] });
await app.listen(Number(PORT), '127.0.0.1');
