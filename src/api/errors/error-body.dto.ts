import { ApiProperty } from '@nestjs/swagger';
import { API_ERRORS, type ErrorCode } from './api-error';

/** The reason for refusing a request. */
export class ErrorView {
  /** Stays the same; decide by it. New codes may be added. @example 'resource_not_found' */
  @ApiProperty({ enum: Object.keys(API_ERRORS), enumName: 'ErrorCode' })
  code: ErrorCode;

  /** For people; may change. @example 'The resource does not exist.' */
  @ApiProperty({ minLength: 1 })
  message: string;

  /** Details of the code: for `validation_failed` a map from path to messages, for most codes an empty object. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  details: object;
}

/** The body of every error. */
export class ErrorBodyView {
  /** The reason for refusing the request. */
  error: ErrorView;

  /** Identifies the request, for questions to support. @example 'req_01K9ZW3QG5V6T0H0J9D7V4N2XF' */
  @ApiProperty({ pattern: '^req_[0-9A-Z]{26}$', minLength: 30, maxLength: 30 })
  request_id: string;
}
