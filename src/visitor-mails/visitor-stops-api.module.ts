import { Module } from '@nestjs/common';
import { VisitorMailsModule } from './visitor-mails.module';
import { VisitorStopsController } from './visitor-stops.controller';

/** The list of an account for its keys, in processes that serve requests. */
@Module({ imports: [VisitorMailsModule], controllers: [VisitorStopsController] })
export class VisitorStopsApiModule {}
