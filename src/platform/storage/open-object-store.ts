import { join } from 'node:path';
import type { Config } from '../config/config';
import { DirectoryObjectStore } from './directory-object-store';
import type { ObjectStore } from './object-store';
import { S3ObjectStore } from './s3-object-store';

/** The store of the settings: the bucket of `S3_*`, else `DATA_DIR/files`. */
export async function openObjectStore({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<ObjectStore> {
  return s3 ? S3ObjectStore.open(s3) : new DirectoryObjectStore(join(dataDir, 'files'));
}
