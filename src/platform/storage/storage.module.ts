import { Module } from '@nestjs/common';
import { CONFIG } from '../config/config';
import { ObjectStore } from './object-store';
import { openObjectStore } from './open-object-store';

/** The store of uploaded files, which processes that serve the API write and workers read. */
@Module({
  providers: [{ provide: ObjectStore, useFactory: openObjectStore, inject: [CONFIG] }],
  exports: [ObjectStore],
})
export class StorageModule {}
