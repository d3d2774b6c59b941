import { createReadStream } from 'node:fs';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError, type FieldError } from '../api/errors/api-error';
import { ClamdClient } from '../platform/antivirus/clamd-client';
import { type Config, CONFIG } from '../platform/config/config';
import { inspectFile } from './file-inspection';
import { fileTypeDecision, type FileTypeDecision } from './file-type.rules';
import type { AcceptedFile, ReceivedFile } from './submission-file.entity';

export interface FileToCheck {
  file: ReceivedFile;
  errorPath: string;
  /** The types that its field accepts; null for every type of the service. */
  accept: readonly string[] | null;
}

/** An error of one file, with a stable code by which pages choose a text in the language of the visitor. */
export interface FileError extends FieldError {
  code: 'file_infected' | Extract<FileTypeDecision, { isAccepted: false }>['code'];
  filename: string;
  accept: readonly string[] | null;
}

/** Checks the types of received files, and looks for malware where a scanner is configured. */
@Injectable()
export class FileCheckService {
  private readonly log = new Logger('FileCheck');

  constructor(
    @Inject(ClamdClient) private readonly scanner: ClamdClient | null,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The files of accepted types, and an error for each other file. */
  async checkTypes(files: readonly FileToCheck[]): Promise<{ accepted: AcceptedFile[]; errors: FileError[] }> {
    const accepted: AcceptedFile[] = [];
    const errors: FileError[] = [];
    for (const { file, errorPath, accept } of files) {
      const decision = fileTypeDecision(file.filename, await inspectFile(file.path), accept);
      if (decision.isAccepted) accepted.push({ ...file, filename: decision.filename, contentType: decision.mediaType });
      else errors.push(errorOf({ file, errorPath, accept }, decision));
    }
    return { accepted, errors };
  }

  /** Returns an error for each infected file. Throws 503 while the scanner does not answer, unless scanning is optional. */
  async scan(files: readonly FileToCheck[]): Promise<FileError[]> {
    const errors: FileError[] = [];
    for (const each of files) {
      if (await this.isInfected(each.file.path)) errors.push(errorOf(each, INFECTED));
    }
    return errors;
  }

  private async isInfected(path: string): Promise<boolean> {
    if (this.scanner === null) return false;
    const result = await this.scanner.scan(createReadStream(path));
    if (result.outcome !== 'unavailable') return result.outcome === 'infected';
    if (!this.config.clamdOptional) throw scannerAway(result.reason);
    this.log.warn({ reason: result.reason }, 'A file was accepted without a scan.');
    return false;
  }
}

const INFECTED = { code: 'file_infected', message: 'This file must not contain malware, which was found in it.' } as const;

const errorOf = ({ file, errorPath, accept }: FileToCheck, { code, message }: Pick<FileError, 'code' | 'message'>): FileError => ({
  path: errorPath,
  message,
  code,
  filename: file.filename,
  accept,
});

const scannerAway = (reason: string): ApiError =>
  new ApiError('service_unavailable', {
    message: 'Files cannot be scanned at the moment. Try again soon.',
    cause: new Error(reason),
    headers: { 'Retry-After': '30' },
  });
